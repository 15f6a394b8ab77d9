import { ChevronDown, ChevronRight, ListX } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { FormField, FormTab } from '../../host'
import { Button } from '../../ui/Button'
import { Dot } from '../../ui/Dot'
import { Empty } from '../../ui/Empty'
import { TextField } from '../../ui/Field'
import { FormGrid, FormHint, FormLabel, FormLine, FormSection } from '../../ui/Form'
import { described } from '../../ui/tips'
import style from './ConnectionForm.module.css'
import { FormRow } from './FormRow'
import { colours, type FormValues, rowsOf } from './form'
import swatches from './Swatches.module.css'

interface FormTabProps {
  tab: FormTab
  form: FormValues
  first: boolean
  nameInput: RefObject<HTMLInputElement | null>
  /** The text under the fields, "" for none. */
  note: string
  /** Shown after the permanent fields. */
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
    <FormGrid>
      {first && (
        <>
          <label htmlFor="field-name">Name</label>
          <TextField
            ref={nameInput}
            id="field-name"
            autoComplete="off"
            value={form.name}
            off={Boolean(form.fixed)}
            readOnly={Boolean(form.fixed)}
            onChange={(e) => onName(e.target.value)}
            {...described(form.fixed || undefined)}
          />
        </>
      )}
      {rows.map(row)}
      {note !== '' && <FormHint className={style.note}>{note}</FormHint>}
      {more}
      {advanced.length > 0 && (
        <>
          <FormLine />
          <FormSection type="button" as="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}{' '}
            Advanced
          </FormSection>
          {open && advanced.map(row)}
        </>
      )}
    </FormGrid>
  )
}

/** A tab without a visible field: which choice shows its fields, and a button to it. */
export function EmptyTab({ note, behind, onShow }: { note: string; behind: FormField | undefined; onShow(): void }) {
  return (
    <Empty>
      <ListX size={24} strokeWidth={1.25} aria-hidden="true" />
      <p>{note}</p>
      {behind && (
        <div className="row">
          <Button small onClick={onShow}>
            Change {behind.label}
          </Button>
        </div>
      )}
    </Empty>
  )
}

interface AppearanceProps {
  colour: string
  /** Why it cannot be changed, '' if it can. */
  fixed: string
  onColour(colour: string): void
}

/** The application's own tab: the colour of the connection. */
export function Appearance({ colour, fixed, onColour }: AppearanceProps) {
  return (
    <FormGrid>
      <FormLabel id="colour-label">Colour</FormLabel>
      <div
        className="row"
        role="radiogroup"
        aria-labelledby="colour-label"
        aria-disabled={fixed !== '' || undefined}
        {...described(fixed || undefined)}
      >
        {colours.map((c) => (
          <label
            key={c}
            data-part="swatch"
            data-tag={c}
            className={`${swatches.swatch} ${c === colour ? swatches.on : ''}`}
          >
            <input
              type="radio"
              name="colour"
              className="vh"
              aria-label={c}
              checked={c === colour}
              disabled={fixed !== '' && c !== colour}
              onChange={() => onColour(c)}
            />
            <Dot />
          </label>
        ))}
      </div>
    </FormGrid>
  )
}
