import { Fragment } from 'react'
import type { FormField } from '../../host'
import { FieldInput } from './FieldInput'
import type { FormValues } from './form'

interface FormRowProps {
  fields: FormField[]
  form: FormValues
  onValue(id: string, value: string): void
  onSecret(id: string, value: string): void
}

/** A label, its field, the fields beside it, and what is said about them. */
export function FormRow({ fields, form, onValue, onSecret }: FormRowProps) {
  const [main, ...beside] = fields
  if (!main) return null
  const value = form.values[main.id] ?? ''
  const gloss = main.options.find((o) => o.value === value)?.gloss ?? ''
  const warning = main.kind === 'switch' && value === 'true' ? main.warnOn : ''
  return (
    <>
      {main.separator && <div className="sep" />}
      <label htmlFor={`field-${main.id}`}>{main.label}</label>
      <div className={`row ${main.comesLater === '' ? '' : 'off'}`}>
        <FieldInput field={main} form={form} onValue={onValue} onSecret={onSecret} />
        {beside.map((field) => (
          <Fragment key={field.id}>
            <label htmlFor={`field-${field.id}`} className="t2">
              {field.label}
            </label>
            <FieldInput field={field} form={form} onValue={onValue} onSecret={onSecret} narrow />
          </Fragment>
        ))}
        {main.suffix !== '' && <span className="t2">{main.suffix}</span>}
        {gloss !== '' && <span className="t3 fs12">{gloss}</span>}
      </div>
      {warning !== '' && <p className="hint warn">{warning}</p>}
      {main.comesLater !== '' && <p className="hint">{main.comesLater}</p>}
      {main.hint !== '' && warning === '' && main.comesLater === '' && <p className="hint">{main.hint}</p>}
    </>
  )
}
