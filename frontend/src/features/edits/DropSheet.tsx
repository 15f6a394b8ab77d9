import { Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { SessionInfo } from '../../host'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import { described } from '../../ui/tips'
import { useMessages } from '../../window/messages'
import { Code } from './Code'
import type { Drop, Dropping } from './dropping'
import styles from './Edits.module.css'
import {
  dropButton,
  dropStagedWords,
  dropTitle,
  dropWords,
  keepWords,
  preparingRequest,
  sendingRequest,
  typeToConfirm,
  wholeWords,
} from './words'

interface DropSheetProps {
  dropping: Dropping
  session: SessionInfo
}

/** Asks before an object is deleted or emptied; nothing while none is to be. */
export function DropSheet({ dropping, session }: DropSheetProps) {
  const { drop, said } = useStore(dropping.store)
  const messages = useMessages()
  useEffect(() => {
    if (said !== '') messages.tell(dropping.takeSaid())
  }, [dropping, messages, said])
  return drop && <Question key={`${drop.act} ${drop.name}`} drop={drop} dropping={dropping} session={session} />
}

/** The request that deletes or empties an object, sent only after its name was typed. */
function Question({ drop, dropping, session }: DropSheetProps & { drop: Drop }) {
  const { name, act, plan, count, phase, error } = drop
  const [typed, setTyped] = useState('')
  const words = useId()
  const field = useId()
  const request = plan?.requests[0]
  const why = whyNot(drop, typed)
  return (
    <Sheet
      label={dropTitle(act, session.objectNoun, name)}
      alert
      describedBy={words}
      warns
      initialFocus={() => document.getElementById(field) ?? true}
      onClose={() => dropping.close()}
    >
      <SheetContent>
        <Sign fail>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div className={styles.drop}>
          <h1 className="breaks">{dropTitle(act, session.objectNoun, name)}</h1>
          <p id={words}>
            {dropWords(count, session)} {dropStagedWords(act, drop.staged)}
          </p>
          {act === 'empty' && request && <p className="t3">{request.reason}</p>}
          {act === 'drop' && session.noEmpty !== '' && count !== '0' && (
            <p className="t3">
              {keepWords(session)} {session.noEmpty.replaceAll('{name}', name)}
            </p>
          )}
          {plan && request && <Code base={plan.base} request={request} />}
          {plan?.notices.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
          {error && <FailureNotice error={error} />}
          {!error && (
            <div className={styles.typed}>
              <label htmlFor={field} className="breaks">
                Type <span className="mono">{name}</span> to confirm
              </label>
              <TextField
                id={field}
                className="mono"
                value={typed}
                autoComplete="off"
                autoCapitalize="off"
                autoCorrect="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
          )}
        </div>
      </SheetContent>
      <footer>
        <Button onClick={() => dropping.close()}>
          {error ? 'Close' : 'Cancel'} <Hint of="dialog.cancel" />
        </Button>
        {error ? (
          <Button onClick={() => void dropping.ask(name, act)}>Prepare Again</Button>
        ) : (
          <Button
            danger={why === ''}
            off={why !== ''}
            {...described(why || undefined)}
            onClick={() => void dropping.send(typed)}
          >
            {phase === 'sending' ? wholeWords[act].doing : dropButton(act, session.objectNoun)}
          </Button>
        )}
      </footer>
    </Sheet>
  )
}

function whyNot({ name, phase }: Drop, typed: string): string {
  if (phase === 'planning') return preparingRequest
  if (phase === 'sending') return sendingRequest
  return typed === name ? '' : typeToConfirm(name)
}
