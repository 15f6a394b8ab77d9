import type { DashboardTable, TableCell, TableColumn } from '../../host'
import { rem } from '../../lib/rem'
import { count } from '../../lib/words'
import { Table } from '../../ui/Table'
import { withTip } from '../../ui/tips'
import style from './dashboard.module.css'
import { ExplainButton } from './ExplainButton'
import { Meter } from './Meter'
import { Section } from './Section'
import type { DashboardTab } from './tab'
import { cellWords, shareOf } from './words'

/** A table of the dashboard, as the driver describes it. */
export function FigureTable({ tab, table }: { tab: DashboardTab; table: DashboardTable }) {
  const { title, columns, rows, note, error } = table
  return (
    <Section title={title} count={error ? '' : count(rows.length)} note={note} error={error}>
      <Table>
        <colgroup>
          {columns.map((column) => (
            <col key={column.title} style={widthOf(column)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} data-number={column.right || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows can have the same name, and a row holds no state.
            <tr key={at}>
              {columns.map((column, k) => {
                const cell = cells[k]
                return cell && <Cell key={column.title} tab={tab} column={column} cell={cell} />
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

function widthOf({ share, width }: TableColumn): { width: string } | undefined {
  if (share > 0) return { width: `${share}%` }
  return width > 0 ? { width: rem(width) } : undefined
}

function Cell({ tab, column, cell }: { tab: DashboardTab; column: TableColumn; cell: TableCell }) {
  const { kind, right } = column
  const said = kind === 'share' ? <Share cell={cell} /> : cellWords(kind, cell)
  const looks = kind === 'words' ? { className: style.words } : { 'data-number': right || undefined }
  return (
    <td {...looks} {...(kind === 'name' ? withTip() : {})}>
      {kind === 'name' ? <b>{said}</b> : said}
      {cell.action && <ExplainButton tab={tab} action={cell.action} />}
    </td>
  )
}

function Share({ cell }: { cell: TableCell }) {
  const share = shareOf(cell.value, cell.of)
  return (
    <div className={style.share}>
      {share !== undefined && <Meter share={share} level={cell.level} />}
      <span className={style.part}>{cellWords('share', cell)}</span>
    </div>
  )
}
