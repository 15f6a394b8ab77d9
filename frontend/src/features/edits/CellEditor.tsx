import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import { BooleanEditor, isBoolean } from './editors/BooleanEditor'
import { DateEditor } from './editors/DateEditor'
import type { EditorProps } from './editors/leaving'
import { TextEditor } from './editors/TextEditor'

export type { Leave } from './editors/leaving'

interface CellEditorProps extends EditorProps {
  mono: boolean
  right: boolean
  /** What its column holds. */
  kind: GridColumn['kind'] | undefined
  /** The value that the cell has; undefined if it is no longer loaded. */
  cell: Cell | undefined
  /** A value of the same column from another row, undefined if none is known. */
  sample?: Cell
}

/** The editor over a cell, by the type of its column and by what the cell has: an array is a text for all of them. */
export function CellEditor({ kind, cell, sample, mono, right, ...editor }: CellEditorProps) {
  const scalar = cell?.kind !== Kind.json && cell?.kind !== Kind.escaped
  if (kind === 'boolean' && scalar && isBoolean(cell?.text ?? '')) {
    return <BooleanEditor {...editor} value={cell?.text ?? ''} />
  }
  if (kind === 'date' && scalar) {
    const form = cell && cell.kind > Kind.null ? cell : sample
    return <DateEditor {...editor} mono={mono} sample={form?.text ?? ''} />
  }
  return <TextEditor {...editor} mono={mono} right={right} lines={kind !== 'number'} />
}
