import { useStore } from 'zustand'
import type { DashboardFigures, DashboardTask } from '../../host'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { FailureNotice, Notice } from '../../ui/Notice'
import { Table } from '../../ui/Table'
import { described, withTip } from '../../ui/tips'
import style from './dashboard.module.css'
import { Section } from './Section'
import type { DashboardTab } from './tab'
import { runningWords, taskWords, words } from './words'

type TasksProps = NonNullable<DashboardFigures['tasks']> & { tab: DashboardTab }

/** The running tasks of a server. */
export function Tasks({ tab, tasks, total, note, error }: TasksProps) {
  const cancelled = useStore(tab.store, (s) => s.cancelled)
  const cut = total > tasks.length ? words.mostTasks(tasks.length, total) : ''
  return (
    <>
      {cancelled?.outcome === 'done' && (
        <Notice tone="ok">
          <div className="grow">{words.done}</div>
          <Button quiet small onClick={() => tab.forget()}>
            Hide
          </Button>
        </Notice>
      )}
      {cancelled?.error && (
        <FailureNotice error={cancelled.error}>
          <Button quiet small onClick={() => tab.forget()}>
            Hide
          </Button>
        </FailureNotice>
      )}
      <Section
        title="Tasks"
        count={error ? '' : count(total)}
        note={[cut, note].filter((part) => part !== '').join(' ')}
        error={error}
      >
        {tasks.length === 0 ? (
          <p className={style.said}>{words.noTasks}</p>
        ) : (
          <Table>
            <colgroup>
              <col className={style.actionColumn} />
              <col />
              <col className={style.factColumn} />
              <col className={style.factColumn} />
              <col className={style.cancelColumn} />
            </colgroup>
            <thead>
              <tr>
                <th>Action</th>
                <th>Description</th>
                <th>Node</th>
                <th data-number>Running</th>
                <th>
                  <span className="vh">Cancel</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <Row key={task.id} tab={tab} task={task} />
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </>
  )
}

function Row({ tab, task }: { tab: DashboardTab; task: DashboardTask }) {
  const why = tab.reasonNot(task)
  return (
    <tr>
      <td className={style.action}>{task.action}</td>
      <td {...withTip()}>{taskWords(task)}</td>
      <td>{task.node}</td>
      <td data-number>{runningWords(task)}</td>
      <td data-number>
        <Button
          quiet
          small
          off={why !== ''}
          aria-label={`Cancel ${task.action}…`}
          {...described(why || undefined)}
          onClick={() => void tab.ask(task)}
        >
          Cancel…
        </Button>
      </td>
    </tr>
  )
}
