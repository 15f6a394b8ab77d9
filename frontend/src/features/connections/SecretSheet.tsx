import { useRef, useState } from 'react'
import { Hint } from '../../commands/Hint'
import type { FormField } from '../../host'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { connectWith } from './asking'
import { lowered } from './form'
import { type SecretsSheet, useSaved } from './saved'
import { whyAsked } from './sheetWords'
import { useTry } from './useTry'

/** Asks for the secrets of a connection that cannot be read or are not stored, and opens it with them. */
export function SecretSheet({ sheet }: { sheet: SecretsSheet }) {
  const { database, connection, fields, reason } = sheet
  const saved = useSaved()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { error, busy, run } = useTry()
  const first = useRef<HTMLInputElement>(null)
  const ready = !busy && fields.every((field) => (typed[field.id] ?? '') !== '')
  const asked = fields.map((field) => lowered(field.label)).join(' and ')
  const title = `Enter the ${asked} for ${connection.name}`
  return (
    <Sheet label={title} width={440} initialFocus={first} onClose={() => saved.close()}>
      <form
        className="connform"
        onSubmit={(e) => {
          e.preventDefault()
          if (ready) void run(() => connectWith(saved, database, connection, typed))
        }}
      >
        <header>
          <h1>{title}</h1>
          <p>{whyAsked(reason)}</p>
        </header>
        <div className="ct">
          <div className="form short">
            {fields.map((field, at) => (
              <SecretLine
                key={field.id}
                field={field}
                ref={at === 0 ? first : undefined}
                value={typed[field.id] ?? ''}
                onValue={(value) => setTyped({ ...typed, [field.id]: value })}
              />
            ))}
          </div>
          {error && <FailureNotice error={error} />}
        </div>
        <footer>
          <button type="button" className="btn" onClick={() => void saved.edit(connection)}>
            Edit Connection…
          </button>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => saved.close()}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="submit" className={`btn primary ${ready ? '' : 'off'}`} aria-disabled={!ready}>
            Connect <Hint of="dialog.confirm" />
          </button>
        </footer>
      </form>
    </Sheet>
  )
}

interface SecretLineProps {
  field: FormField
  value: string
  onValue(value: string): void
  ref: React.Ref<HTMLInputElement> | undefined
}

function SecretLine({ field, value, onValue, ref }: SecretLineProps) {
  const id = `ask-${field.id}`
  return (
    <>
      <label htmlFor={id}>{field.label}</label>
      <input
        ref={ref}
        id={id}
        className="field"
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={(e) => onValue(e.target.value)}
      />
    </>
  )
}
