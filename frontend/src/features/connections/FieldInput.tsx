import { KeyRound } from 'lucide-react'
import { flushSync } from 'react-dom'
import type { FormField } from '../../host'
import { Button } from '../../ui/Button'
import { Field, TextField } from '../../ui/Field'
import { PopUp } from '../../ui/PopUp'
import { Segments } from '../../ui/Segments'
import { Switch } from '../../ui/Switch'
import { described } from '../../ui/tips'
import { useFileDialog } from '../../window/files'
import type { FormValues } from './form'
import { sheetWords } from './sheetWords'

interface FieldInputProps {
  field: FormField
  form: FormValues
  narrow?: boolean
  /** The ids of the hints about the field. */
  describedBy?: string
  onValue(id: string, value: string): void
  onSecret(id: string, value: string): void
}

/** The input of one field, by its kind. */
export function FieldInput({ field: f, form, narrow = false, describedBy, onValue, onSecret }: FieldInputProps) {
  const value = form.values[f.id] ?? ''
  const set = (to: string) => onValue(f.id, to)
  const barred = form.barred?.[f.id] ?? {}
  if (f.kind === 'secret')
    return (
      <SecretInput
        field={f}
        typed={form.typed[f.id]}
        kept={form.stored.includes(f.id)}
        thisRun={form.thisRun.includes(f.id)}
        describedBy={describedBy}
        onSecret={(text) => onSecret(f.id, text)}
      />
    )
  const fixed = form.fixed || undefined
  if (f.kind === 'switch')
    return <SwitchField field={f} value={value} fixed={fixed} describedBy={describedBy} onValue={set} />
  if (f.kind === 'choice' && f.segmented)
    return (
      <Segments
        id={`field-${f.id}`}
        label={f.label}
        describedBy={describedBy}
        segments={f.options.map((o) => ({ value: o.value, title: o.label, why: fixed ?? barred[o.value] }))}
        value={value}
        onValue={set}
      />
    )
  if (f.kind === 'choice')
    return <ChoiceField field={f} value={value} fixed={fixed} barred={barred} describedBy={describedBy} onValue={set} />
  const later = f.comesLater !== ''
  const small = narrow || f.kind === 'number'
  return (
    <>
      <TextField
        id={`field-${f.id}`}
        narrow={small}
        off={later || fixed !== undefined}
        readOnly={fixed !== undefined}
        className={`${f.mono ? 'mono' : ''} ${small ? '' : 'grow'}`}
        value={value}
        placeholder={later ? '' : f.placeholder}
        disabled={later}
        aria-required={f.required}
        aria-describedby={describedBy}
        inputMode={f.kind === 'number' ? 'numeric' : undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(e) => set(e.target.value)}
        {...described(fixed)}
      />
      {f.kind === 'file' && !later && <FileButton label={f.label} fixed={fixed} onPick={set} />}
    </>
  )
}

interface ValueProps {
  field: FormField
  value: string
  /** Why it cannot be changed, undefined if it can. */
  fixed: string | undefined
  describedBy?: string
  onValue(value: string): void
}

function SwitchField({ field: f, value, fixed, describedBy, onValue }: ValueProps) {
  const on = value === 'true'
  return (
    <>
      <Switch
        id={`field-${f.id}`}
        on={on}
        describedBy={describedBy}
        off={f.comesLater !== '' || fixed !== undefined}
        why={fixed}
        onChange={(to) => onValue(String(to))}
      />
      <span className="t2">{on ? 'On' : 'Off'}</span>
    </>
  )
}

interface ChoiceProps extends ValueProps {
  /** Why choices are not allowed, by their value. */
  barred: Record<string, string>
}

function ChoiceField({ field: f, value, fixed, barred, describedBy, onValue }: ChoiceProps) {
  return (
    <PopUp
      id={`field-${f.id}`}
      value={value}
      disabled={f.comesLater !== ''}
      aria-required={f.required}
      aria-describedby={describedBy}
      aria-disabled={fixed !== undefined || undefined}
      onChange={(e) => onValue(e.target.value)}
      {...described(fixed)}
    >
      {f.options.map((o) => (
        <option
          key={o.value}
          value={o.value}
          disabled={o.value in barred || (fixed !== undefined && o.value !== value)}
        >
          {o.value in barred ? `${o.label} (${barred[o.value]})` : o.label}
        </option>
      ))}
    </PopUp>
  )
}

interface SecretProps {
  field: FormField
  /** The typed text, undefined for none. */
  typed: string | undefined
  /** Whether a value is stored, and whether only until Quarry quits. */
  kept: boolean
  thisRun: boolean
  /** The placeholder of the empty input, in a row without room for more. */
  placeholder?: string
  describedBy?: string
  onSecret(value: string): void
}

/** The input for a secret; a stored one only appears as set until the user replaces it. */
export function SecretInput({ field: f, typed, kept, thisRun, placeholder, describedBy, onSecret }: SecretProps) {
  if (typed === undefined && kept) {
    return (
      <>
        <Field as="span" className="grow" id={`field-${f.id}`}>
          <KeyRound size={14} strokeWidth={1.5} aria-hidden="true" /> <span className="t2">Set</span>
          <span className="grow" />
          {(thisRun || !placeholder) && (
            <span className="fs11 t3">{thisRun ? sheetWords.thisRun : sheetWords.inKeychain}</span>
          )}
        </Field>
        <Button
          small
          aria-label={`Replace… ${f.label}`}
          aria-describedby={describedBy}
          onClick={() => {
            flushSync(() => onSecret(''))
            document.getElementById(`field-${f.id}`)?.focus()
          }}
        >
          Replace…
        </Button>
      </>
    )
  }
  return (
    <TextField
      id={`field-${f.id}`}
      className="grow"
      type="password"
      autoComplete="new-password"
      placeholder={placeholder}
      aria-label={placeholder && f.label}
      aria-describedby={describedBy}
      value={typed ?? ''}
      onChange={(e) => onSecret(e.target.value)}
    />
  )
}

interface FileProps {
  label: string
  fixed: string | undefined
  onPick(path: string): void
}

function FileButton({ label, fixed, onPick }: FileProps) {
  const files = useFileDialog()
  if (!files.available) return null
  const pick = async () => {
    const path = fixed === undefined ? await files.pick(label, 'certificate') : ''
    if (path !== '') onPick(path)
  }
  return (
    <Button off={fixed !== undefined} onClick={() => void pick()} {...described(fixed)}>
      Choose…
    </Button>
  )
}
