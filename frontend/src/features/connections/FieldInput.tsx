import { KeyRound } from 'lucide-react'
import type { FormField } from '../../host'
import { useShell } from '../../shell/context'
import type { FormValues } from './form'

interface FieldInputProps {
  field: FormField
  form: FormValues
  narrow?: boolean
  onValue(id: string, value: string): void
  onSecret(id: string, value: string): void
}

/** The input of one field, by its kind. */
export function FieldInput({ field: f, form, narrow = false, onValue, onSecret }: FieldInputProps) {
  const id = `field-${f.id}`
  const value = form.values[f.id] ?? ''
  const later = f.comesLater !== ''
  if (f.kind === 'secret') return <SecretInput field={f} form={form} onSecret={onSecret} />
  if (f.kind === 'switch') {
    const on = value === 'true'
    return (
      <>
        <button
          type="button"
          id={id}
          role="switch"
          aria-checked={on}
          aria-disabled={later}
          className={`sw ${on ? 'on' : ''}`}
          onClick={() => !later && onValue(f.id, on ? 'false' : 'true')}
        />
        <span className="t2">{on ? 'On' : 'Off'}</span>
      </>
    )
  }
  if (f.kind === 'choice' && f.segmented) {
    return (
      <div className="seg" role="radiogroup" aria-label={f.label} id={id}>
        {f.options.map((o) => (
          // biome-ignore lint/a11y/useSemanticElements: a segmented control of buttons is one radio group.
          <button
            key={o.value}
            type="button"
            role="radio"
            aria-checked={o.value === value}
            className={o.value === value ? 'on' : ''}
            onClick={() => onValue(f.id, o.value)}
          >
            {o.label}
          </button>
        ))}
      </div>
    )
  }
  if (f.kind === 'choice') {
    return (
      <select id={id} className="pop" value={value} disabled={later} onChange={(e) => onValue(f.id, e.target.value)}>
        {f.options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input
        id={id}
        className={`field ${f.mono ? 'mono' : ''} ${narrow || f.kind === 'number' ? 'narrow' : 'grow'} ${later ? 'off' : ''}`}
        value={value}
        disabled={later}
        inputMode={f.kind === 'number' ? 'numeric' : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={(e) => onValue(f.id, e.target.value)}
      />
      {f.kind === 'file' && !later && <FileButton label={f.label} onPick={(path) => onValue(f.id, path)} />}
    </>
  )
}

function SecretInput({ field: f, form, onSecret }: Pick<FieldInputProps, 'field' | 'form' | 'onSecret'>) {
  const typed = form.typed[f.id]
  if (typed === undefined && form.stored.includes(f.id)) {
    return (
      <div className="grow">
        <div className="row">
          <span className="field grow" id={`field-${f.id}`}>
            <KeyRound size={14} strokeWidth={1.5} aria-hidden="true" /> Set
            <span className="grow" />
            <span className="fs11 t3">in the system keychain</span>
          </span>
          <button type="button" className="btn sm" onClick={() => onSecret(f.id, '')}>
            Replace…
          </button>
        </div>
        <p className="hint">A stored {f.label.toLowerCase()} is never shown again. Replace it to change it.</p>
      </div>
    )
  }
  return (
    <input
      id={`field-${f.id}`}
      className="field grow"
      type="password"
      autoComplete="new-password"
      value={typed ?? ''}
      onChange={(e) => onSecret(f.id, e.target.value)}
    />
  )
}

function FileButton({ label, onPick }: { label: string; onPick(path: string): void }) {
  const shell = useShell()
  if (!shell.host.dialogs) return null
  const pick = async () => {
    const { path } = await shell.host.call<{ path: string }>('App.PickFile', { title: label }, { timeout: 0 })
    if (path !== '') onPick(path)
  }
  return (
    <button type="button" className="btn" onClick={() => void pick().catch(() => undefined)}>
      Choose…
    </button>
  )
}
