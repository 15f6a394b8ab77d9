import { useRef, useState } from 'react'
import type { FormField } from '../../host'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormGrid } from '../../ui/Form'
import { connectWith } from './asking'
import { lowered } from './form'
import { SheetForm } from './SheetForm'
import { type SecretsSheet, useSaved } from './saved'
import { whyAsked } from './sheetWords'
import { useTry } from './useTry'

/** Asks for a connection's unreadable or missing secrets, and opens it with them. */
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
    <SheetForm
      title={title}
      about={whyAsked(reason)}
      width={440}
      initialFocus={first}
      error={error}
      submit="Connect"
      ready={ready}
      other={
        connection.preset ? undefined : <Button onClick={() => void saved.edit(connection)}>Edit Connection…</Button>
      }
      onSubmit={() => void run(() => connectWith(saved, database, connection, typed))}
    >
      <FormGrid short>
        {fields.map((field, at) => (
          <SecretLine
            key={field.id}
            field={field}
            ref={at === 0 ? first : undefined}
            value={typed[field.id] ?? ''}
            onValue={(value) => setTyped({ ...typed, [field.id]: value })}
          />
        ))}
      </FormGrid>
    </SheetForm>
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
      <TextField
        ref={ref}
        id={id}
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={(e) => onValue(e.target.value)}
      />
    </>
  )
}
