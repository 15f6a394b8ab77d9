import { ShieldAlert } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeText } from '../../ui/CodeText'
import { syntax } from '../../ui/code/syntax'
import style from './dashboard.module.css'
import type { DashboardTab, Question } from './tab'
import { runningWords, taskWords, words } from './words'

/** Asks before cancelling a task, with the exact request. Enter does not confirm it. */
export function CancelTask({ tab, question: { task, plan } }: { tab: DashboardTab; question: Question }) {
  return (
    <Alert
      icon={ShieldAlert}
      tone="warn"
      warns
      title={words.ask(tab.session.name)}
      onClose={() => tab.dismiss()}
      actions={
        <>
          <Button onClick={() => tab.dismiss()}>
            Keep Running <Hint of="dialog.cancel" />
          </Button>
          <Button danger onClick={() => void tab.confirm()}>
            Cancel Task
          </Button>
        </>
      }
    >
      <p>
        {task.action}, {taskWords(task) || task.id}, running for {runningWords(task)}. {plan.reason}
      </p>
      <CodeText boxed className={`sel-text ${style.asked}`}>
        <span className={syntax.method}>{plan.method}</span> {plan.path}
        {plan.query === '' ? '' : `?${plan.query}`}
        {plan.body === '' ? '' : `\n${plan.body}`}
      </CodeText>
    </Alert>
  )
}
