import { Copy, KeyRound } from 'lucide-react'
import { useId } from 'react'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { Facts } from '../../ui/Facts'
import { TextField } from '../../ui/Field'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import { described } from '../../ui/tips'
import { isSafe, type Made } from './adding'
import { CopiedSecret } from './CopiedSecret'
import style from './keys.module.css'
import type { KeysTab } from './tab'
import { timeOf, words } from './words'

/** The value of a new key, once. It closes when the value was copied, or when the user says that it is saved. */
export function NewKeyAlert({ tab, made }: { tab: KeysTab; made: Made }) {
  const id = useId()
  const { value, name, places, expires, copied, saved } = made
  const why = isSafe(made) ? '' : words.saveFirst
  const title = words.added(made.id)
  return (
    <Sheet
      label={title}
      alert
      warns
      width={570}
      describedBy={`${id}-words`}
      initialFocus={() => document.getElementById(`${id}-copy`) ?? true}
      onClose={() => tab.closeMade()}
    >
      <SheetContent>
        <Sign ok>
          <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div>
          <h1>{title}</h1>
          <p id={`${id}-words`}>{words.onlyNow}</p>
          <div className={style.value}>
            <TextField
              readOnly
              className="mono"
              aria-label="Value of the new key"
              value={value}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onCopy={(event) => {
                event.preventDefault()
                void tab.copyValue()
              }}
            />
            <Button id={`${id}-copy`} primary={why !== ''} onClick={() => void tab.copyValue()}>
              <Copy size={14} strokeWidth={1.5} aria-hidden="true" /> Copy
            </Button>
          </div>
          <CopiedSecret copied={copied} />
          <Facts>
            <dt>Description</dt>
            <dd>{name || '–'}</dd>
            <dt>{tab.places}</dt>
            <dd>{places}</dd>
            <dt>Expires</dt>
            <dd>{expires === '' ? 'Never' : timeOf(expires)}</dd>
          </Facts>
        </div>
      </SheetContent>
      <footer>
        <label className={style.saved}>
          <input type="checkbox" checked={saved} onChange={(event) => tab.setSaved(event.target.checked)} />I have saved
          the value
        </label>
        <span className="grow" />
        <Button primary={why === ''} off={why !== ''} {...described(why || undefined)} onClick={() => tab.closeMade()}>
          Close {why === '' && <Hint of="dialog.confirm" />}
        </Button>
      </footer>
    </Sheet>
  )
}
