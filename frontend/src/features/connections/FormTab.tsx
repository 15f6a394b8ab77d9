import { ChevronDown, ChevronRight, ListX } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { FormField, FormTab } from '../../host'
import { Button } from '../../ui/Button'
import style from './ConnectionForm.module.css'
import { FormRow } from './FormRow'
import { colours, type FormValues, rowsOf } from './form'

interface FormTabProps {
  tab: FormTab
  form: FormValues
  first: boolean
  nameInput: RefObject<HTMLInputElement | null>
  /** The text under the fields, "" for none. */
  note: string
  /** What comes after the fields that are always shown. */
  more?: ReactNode
  onName(name: string): void
  onValue(id: string, value: string): void
  onSecret(id: string, value: string): void
}

/** One tab of the form; the first one begins with the connection's name. */
export function FormTabView({ tab, form, first, nameInput, note, more, onName, onValue, onSecret }: FormTabProps) {
  const [open, setOpen] = useState(false)
  const rows = rowsOf(tab, form.values, false)
  const advanced = rowsOf(tab, form.values, true)
  const row = (fields: FormTab['fields']) => (
    <FormRow key={fields[0]?.id} fields={fields} form={form} onValue={onValue} onSecret={onSecret} />
  )
  return (
    <div className="form">
      {first && (
        <>
          <label htmlFor="field-name">Name</label>
          <input
            ref={nameInput}
            id="field-name"
            className="field"
            autoComplete="off"
            value={form.name}
            onChange={(e) => onName(e.target.value)}
          />
        </>
      )}
      {rows.map(row)}
      {note !== '' && <p className={`hint ${style.note}`}>{note}</p>}
      {more}
      {advanced.length > 0 && (
        <>
          <div className="sep" />
          <button type="button" className="sec plain" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}{' '}
            Advanced
          </button>
          {open && advanced.map(row)}
        </>
      )}
    </div>
  )
}

/** A tab without a visible field: what shows its fields, and the way there. */
export function EmptyTab({ note, behind, onShow }: { note: string; behind: FormField | undefined; onShow(): void }) {
  return (
    <div className="empty">
      <ListX size={24} strokeWidth={1.25} aria-hidden="true" />
      <p>{note}</p>
      {behind && (
        <div className="row">
          <Button small onClick={onShow}>
            Change {behind.label}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The host's own tab: the colour of the connection. */
export function Appearance({ colour, onColour }: { colour: string; onColour(colour: string): void }) {
  return (
    <div className="form">
      <span className="formlabel" id="colour-label">
        Colour
      </span>
      <div className="row" role="radiogroup" aria-labelledby="colour-label">
        {colours.map((c) => (
          <label key={c} className={`swatch tag-${c} ${c === colour ? 'on' : ''}`}>
            <input
              type="radio"
              name="colour"
              className="vh"
              aria-label={c}
              checked={c === colour}
              onChange={() => onColour(c)}
            />
            <span className="dot" />
          </label>
        ))}
      </div>
    </div>
  )
}
