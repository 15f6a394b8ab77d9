import { ShieldAlert } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import type { ConsolePlan } from '../../host'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeText } from '../../ui/CodeText'
import { syntax } from '../../ui/code/syntax'
import style from './console.module.css'
import type { ConsoleTab } from './tab'
import { bodyWords, requestLine, words } from './words'

/** Whether a request deletes, judged by its method or a word in its path. */
function deletesBy({ method, path }: ConsolePlan): boolean {
  return method === 'DELETE' || /[/_]delete(?:[/_]|$)/i.test(path)
}

/** Asks before sending a write. Enter never confirms a deletion. */
export function ConfirmWrite({ tab, plan }: { tab: ConsoleTab; plan: ConsolePlan }) {
  const deletes = deletesBy(plan)
  return (
    <Alert
      icon={ShieldAlert}
      tone="warn"
      warns={deletes}
      title={deletes ? words.askDelete(tab.session.name) : words.ask(tab.session.name)}
      onClose={() => tab.dismiss()}
      actions={
        <>
          <Button onClick={() => tab.dismiss()}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button danger={deletes} primary={!deletes} onClick={() => tab.confirm()}>
            {deletes ? words.sendDelete : 'Send'} {!deletes && <Hint of="dialog.confirm" />}
          </Button>
        </>
      }
    >
      <p>{words.confirms}</p>
      <CodeText
        as="section"
        boxed
        className={`sel-text ${style.asked}`}
        aria-label={words.asked}
        tabIndex={plan.body === '' ? undefined : 0}
      >
        <span className={syntax.method}>{plan.method}</span>
        {requestLine(plan).slice(plan.method.length)}
        {plan.body !== '' && `\n${plan.body.trimEnd()}`}
      </CodeText>
      <p>{bodyWords(plan)}</p>
    </Alert>
  )
}
