import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { KeyForm } from '../../host'
import { Button } from '../../ui/Button'
import { ChipField } from '../../ui/ChipField'
import { TextField } from '../../ui/Field'
import { FormGrid, FormHint, FormLabel, FormLine } from '../../ui/Form'
import { FailureNotice, Notice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent } from '../../ui/SheetParts'
import { described } from '../../ui/tips'
import { ActionChoice } from './ActionChoice'
import type { Adding } from './adding'
import { reachOf } from './adding'
import { ExpiryField } from './ExpiryField'
import { KeyRequest } from './KeyRequest'
import style from './keys.module.css'
import { nameList, namesIn, once, placesIn } from './names'
import type { KeysTab } from './tab'
import { words } from './words'

/** Asks what a new key is for. */
export function AddKeySheet({ tab, form, adding }: { tab: KeysTab; form: KeyForm; adding: Adding }) {
  const id = useId()
  const sending = useStore(tab.face, (s) => s.sending)
  const { name, places, expiry, actions, plan, error } = adding
  const why = sending ? words.sending : tab.reasonNotAdded()
  const names = useStore(tab.store, (s) => s.names)
  const everywhere = namesIn(places).length === 0 && form.all !== ''
  const reach = reachOf(form, adding)
  return (
    <Sheet label={form.title} width={760} onClose={() => tab.closeAdding()}>
      <header>
        <h1>{form.title}</h1>
        <p>{words.valueOnce}</p>
      </header>
      <SheetContent>
        <FormGrid className={style.form}>
          <label htmlFor={`${id}-name`}>Description</label>
          <TextField
            id={`${id}-name`}
            value={name}
            autoComplete="off"
            onChange={(event) => tab.change({ name: event.target.value })}
          />
          <label htmlFor={`${id}-places`}>{form.places}</label>
          <ChipField
            id={`${id}-places`}
            label={form.places}
            values={places}
            reading={nameList}
            suggestions={names}
            placeholder={namesIn(places).length === 0 ? words.allPlaces(form) : words.anotherPlace}
            describedBy={`${id}-hint`}
            onValues={(changed) => tab.change({ places: once(changed) })}
          />
          <FormHint id={`${id}-hint`} className={everywhere ? 'warn' : undefined}>
            {everywhere ? words.everywhere(form) : form.hint}
          </FormHint>
          <FormLabel>Expires</FormLabel>
          <ExpiryField expiry={expiry} onExpiry={(changed) => tab.change({ expiry: changed })} />
          <FormLine />
          <FormLabel className={style.top}>Actions</FormLabel>
          <ActionChoice
            groups={form.groups}
            chosen={actions}
            onChosen={(changed) => tab.change({ actions: changed })}
          />
        </FormGrid>
        {reach !== '' && (
          <div className={style.said}>
            <Notice tone="warning">
              <div className="grow">{reach}</div>
            </Notice>
          </div>
        )}
        {plan && (
          <Revealed key={plan.digest}>
            <KeyRequest plan={plan} />
          </Revealed>
        )}
        {error && (
          <Revealed>
            <FailureNotice error={error} />
          </Revealed>
        )}
      </SheetContent>
      <footer>
        <span className="t2 fs12">{words.chosen(actions.length, placesIn(places, form.all), form)}</span>
        <Button quiet off={why !== ''} {...described(why || undefined)} onClick={() => void tab.previewAdding()}>
          <Eye size={14} strokeWidth={1.5} aria-hidden="true" /> Preview Request
        </Button>
        <span className="grow" />
        <Button onClick={() => tab.closeAdding()}>
          Cancel <Hint of="dialog.cancel" />
        </Button>
        <Button primary off={why !== ''} {...described(why || undefined)} onClick={() => void tab.add()}>
          {sending ? 'Adding' : 'Add Key'} <Hint of="dialog.confirm" />
        </Button>
      </footer>
    </Sheet>
  )
}

/** Scrolls to its content when that appears: in a small window, it would be below what is visible. */
function Revealed({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={style.said}>
      {children}
    </div>
  )
}
