import { Panel } from '../../ui/Panel'
import { Table } from '../../ui/Table'
import { ChangedValue } from './ChangedValue'
import styles from './Edits.module.css'
import type { PlannedRow } from './planned'
import { changeWords } from './words'

/** What a row changes: each value before and after. A row that is deleted has its values before. */
export function ChangesTable({ row: { title, act, cells, before } }: { row: PlannedRow }) {
  const names =
    act === 'delete' ? [...before].flatMap(([name, { kind }]) => (kind === 0 ? [] : [name])) : [...cells.keys()]
  if (names.length === 0) return null
  return (
    <Panel as="div">
      <Table className={styles.values}>
        <caption className="vh">Changes of {title}</caption>
        <thead>
          <tr>
            <th className={styles.named}>Field</th>
            {act !== 'create' && <th>Before</th>}
            {act !== 'delete' && <th>After</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((column) => {
            const [was, now] = changeWords(before.get(column), cells.get(column))
            return (
              <tr key={column}>
                <td className="m">{column}</td>
                {act !== 'create' && (
                  <td className="t2 mono" dir="auto">
                    <ChangedValue value={was} />
                  </td>
                )}
                {act !== 'delete' && (
                  <td className="mono" dir="auto">
                    <ChangedValue value={now} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Panel>
  )
}
