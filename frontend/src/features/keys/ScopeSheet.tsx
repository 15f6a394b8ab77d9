import { Copy } from 'lucide-react'
import { Fragment, useId } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { CodeText } from '../../ui/CodeText'
import { TextField } from '../../ui/Field'
import { FormGrid, FormHint, FormLabel, FormLine } from '../../ui/Form'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent } from '../../ui/SheetParts'
import { described } from '../../ui/tips'
import { CopiedSecret } from './CopiedSecret'
import { ExpiryField } from './ExpiryField'
import style from './keys.module.css'
import type { Scoping } from './scoping'
import type { KeysTab } from './tab'
import { words } from './words'

const unspelled = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const

/** Derives a key that can do less from the value of another one. */
export function ScopeSheet({ tab, scoping }: { tab: KeysTab; scoping: Scoping }) {
  const id = useId()
  const { source, values, expiry, scoped, error, copied } = useStore(scoping.store)
  const { form } = scoping
  const doubt = scoping.doubt()
  const value = scoped?.value ?? ''
  const why = value === '' ? words.noScoped : ''
  return (
    <Sheet label={form.title} width={680} onClose={() => tab.closeScoping()}>
      <header>
        <h1>{form.title}</h1>
        <p>{words.madeHere}</p>
      </header>
      <SheetContent>
        <FormGrid className={style.scope}>
          <label htmlFor={`${id}-source`}>{form.sourceTitle}</label>
          <TextField
            id={`${id}-source`}
            type="password"
            className="mono"
            value={source}
            aria-describedby={`${id}-source-hint`}
            {...unspelled}
            autoComplete="new-password"
            onChange={(event) => scoping.change({ source: event.target.value })}
          />
          <FormHint id={`${id}-source-hint`} className={doubt === '' ? undefined : 'warn'}>
            {doubt || `${form.sourceHint} ${words.forgets}`}
          </FormHint>
          {form.fields.map((field) => (
            <Fragment key={field.id}>
              <label htmlFor={`${id}-${field.id}`}>{field.title}</label>
              <TextField
                id={`${id}-${field.id}`}
                className="mono"
                value={values[field.id] ?? ''}
                aria-describedby={`${id}-${field.id}-hint`}
                {...unspelled}
                onChange={(event) => scoping.change({ values: { ...values, [field.id]: event.target.value } })}
              />
              <FormHint id={`${id}-${field.id}-hint`}>{field.hint}</FormHint>
            </Fragment>
          ))}
          <FormLabel>Expires</FormLabel>
          <ExpiryField expiry={expiry} onExpiry={(changed) => scoping.change({ expiry: changed })} />
          <FormHint>{form.expiry}</FormHint>
          <FormLine />
          <FormLabel className={style.top}>Parameters</FormLabel>
          <CodeText boxed className={`sel-text ${style.text}`} role="region" aria-label="Parameters">
            {scoped?.embedded ?? words.noParameters}
          </CodeText>
          <FormLabel className={style.top}>Scoped key</FormLabel>
          <div className={style.scoped}>
            <CodeText
              boxed
              className={`sel-text ${style.text}`}
              role="region"
              aria-label="Scoped key"
              onCopy={(event) => {
                event.preventDefault()
                void scoping.copy()
              }}
            >
              {value || words.noScoped}
            </CodeText>
            <Button off={why !== ''} {...described(why || undefined)} onClick={() => void scoping.copy()}>
              <Copy size={14} strokeWidth={1.5} aria-hidden="true" /> Copy
            </Button>
          </div>
          <div className={style.outcome}>
            <CopiedSecret copied={copied} />
          </div>
        </FormGrid>
        {error && (
          <div className={style.said}>
            <FailureNotice error={error} />
          </div>
        )}
      </SheetContent>
      <footer>
        <span className="t2 fs12">{form.end}</span>
        <span className="grow" />
        <Button primary onClick={() => tab.closeScoping()}>
          Close <Hint of="dialog.confirm" />
        </Button>
      </footer>
    </Sheet>
  )
}
