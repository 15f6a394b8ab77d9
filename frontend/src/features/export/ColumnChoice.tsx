import type { BulkFormat } from '../../host'
import { Button } from '../../ui/Button'
import { rowStyle, VirtualList } from '../../ui/VirtualList'
import style from './export.module.css'
import { canHave, type ExportColumn, type Format } from './format'
import { words } from './words'

interface ColumnChoiceProps {
  format: Format
  bulk: BulkFormat | null
  /** In the order in which they are written. */
  columns: readonly ExportColumn[]
  chosen: readonly string[]
  onChosen(names: string[]): void
}

const rowHeight = 24

/** The columns to write, as a list of check boxes. */
export function ColumnChoice({ format, bulk, columns, chosen, onChosen }: ColumnChoiceProps) {
  const on = new Set(chosen)
  const all = columns.filter((column) => canHave(format, column)).map(({ name }) => name)
  const toggle = (name: string) => onChosen(on.has(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    <fieldset className={style.columns}>
      <legend className="vh">{words.columns}</legend>
      <div className={style.columnsHead}>
        <span className="b">{words.columns}</span>
        <span className="grow" />
        <Button quiet onClick={() => onChosen(all)}>
          {words.all}
        </Button>
        <Button quiet onClick={() => onChosen([])}>
          {words.none}
        </Button>
      </div>
      <VirtualList label={words.columns} count={columns.length} rowHeight={rowHeight} className={style.columnsList}>
        {(row, top) => {
          const column = columns[row] as ExportColumn
          const place = rowStyle(top)
          const possible = canHave(format, column)
          return (
            <label
              key={column.name}
              className={`${place.className} ${style.column} ${possible ? '' : style.computed}`}
              style={place.style}
              data-tip={
                possible
                  ? undefined
                  : column.computed
                    ? words.computed(column.name)
                    : bulk?.noBeside.replace('{name}', () => column.name)
              }
            >
              <input
                type="checkbox"
                checked={possible && on.has(column.name)}
                disabled={!possible}
                onChange={() => toggle(column.name)}
              />
              <span className="ell grow">{column.name}</span>
              <span className="t3 fs11">{noteOf(column)}</span>
            </label>
          )
        }}
      </VirtualList>
    </fieldset>
  )
}

/** The note beside a column's name. */
function noteOf({ computed, beside, hidden, type }: ExportColumn): string {
  if (computed) return words.notStored
  if (beside) return words.metadata
  return hidden ? words.hidden(type) : type
}
