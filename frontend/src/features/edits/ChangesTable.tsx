import type { Cell } from '../../grid/types'
import type { PlannedRow } from './planned'
import { typedWords, valueWords } from './words'

/** What a row changes: each edited value before and after. */
export function ChangesTable({ row, before }: { row: PlannedRow; before: ReadonlyMap<string, Cell> }) {
  return (
    <div className="panel">
      <table className="list">
        <caption className="vh">Changes of {row.title}</caption>
        <thead>
          <tr>
            <th>Field</th>
            <th>Before</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {[...row.cells].map(([column, typed]) => (
            <tr key={column}>
              <td className="m">{column}</td>
              <td className="t2 mono">{valueWords(before.get(column))}</td>
              <td className="mono">{typedWords(typed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
