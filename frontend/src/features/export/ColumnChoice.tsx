import { rowStyle, VirtualList } from '../../ui/VirtualList'
import style from './export.module.css'
import type { ExportColumn } from './format'
import { words } from './words'

interface ColumnChoiceProps {
  columns: readonly ExportColumn[]
  chosen: readonly string[]
  onChosen(names: string[]): void
}

const rowHeight = 24

/** Which columns are written, as a list of check boxes. */
export function ColumnChoice({ columns, chosen, onChosen }: ColumnChoiceProps) {
  const on = new Set(chosen)
  const all = columns.filter(({ computed }) => !computed).map(({ name }) => name)
  const toggle = (name: string) => onChosen(on.has(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    <fieldset className={style.columns}>
      <legend className="vh">{words.columns}</legend>
      <div className={style.columnsHead}>
        <span className="b">{words.columns}</span>
        <span className="grow" />
        <button type="button" className="btn quiet" onClick={() => onChosen(all)}>
          {words.all}
        </button>
        <button type="button" className="btn quiet" onClick={() => onChosen([])}>
          {words.none}
        </button>
      </div>
      <VirtualList label={words.columns} count={columns.length} rowHeight={rowHeight} className={style.columnsList}>
        {(row, top) => {
          const column = columns[row] as ExportColumn
          const place = rowStyle(top)
          return (
            <label
              key={column.name}
              className={`${place.className} ${style.column} ${column.computed ? style.computed : ''}`}
              style={place.style}
              data-tip={column.computed ? words.computed(column.name) : undefined}
            >
              <input
                type="checkbox"
                checked={on.has(column.name)}
                disabled={column.computed}
                onChange={() => toggle(column.name)}
              />
              <span className="ell grow">{column.name}</span>
              <span className="t3 fs11">{column.computed ? words.notStored : column.type}</span>
            </label>
          )
        }}
      </VirtualList>
    </fieldset>
  )
}
