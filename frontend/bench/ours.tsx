import { GridView } from '../src/grid/GridView'
import type { Column, Source } from '../src/grid/types'
import { rowHeight } from './blocks'

const nothing = () => {}
const events = { onSort: nothing, onOpen: nothing, onSelect: nothing, onMenu: nothing, onResize: nothing }

/** The grid as the application shows it. */
export function Ours({ columns, source }: { columns: readonly Column[]; source: Source }) {
  return <GridView columns={columns} source={source} revision={0} events={events} label="rows" rowHeight={rowHeight} />
}
