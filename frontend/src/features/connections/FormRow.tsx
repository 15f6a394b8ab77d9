import { TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import type { FormField } from '../../host'
import { FormHint, FormLine } from '../../ui/Form'
import style from './ConnectionForm.module.css'
import { FieldInput } from './FieldInput'
import { type FormValues, isMarkedRequired, wordsOf } from './form'

interface FormRowProps {
  fields: FormField[]
  form: FormValues
  onValue(id: string, value: string): void
  onSecret(id: string, value: string): void
}

/** A label, its field, the fields beside it, and their hints. */
export function FormRow({ fields, form, onValue, onSecret }: FormRowProps) {
  const [main, ...beside] = fields
  if (!main) return null
  const { beside: gloss, below, warning } = wordsOf(main, form)
  const words = { suffix: main.suffix, gloss, warning, hint: below }
  const id = (part: keyof typeof words) => `${part}-${main.id}`
  const said = (Object.keys(words) as (keyof typeof words)[]).filter((part) => words[part] !== '')
  return (
    <>
      {main.separator && <FormLine />}
      <label htmlFor={`field-${main.id}`}>
        {main.label}
        {isMarkedRequired(main) && ' (required)'}
      </label>
      <div className="row">
        <FieldInput
          field={main}
          form={form}
          describedBy={said.map(id).join(' ') || undefined}
          onValue={onValue}
          onSecret={onSecret}
        />
        {beside.map((field) => (
          <Fragment key={field.id}>
            <label htmlFor={`field-${field.id}`} className="t2">
              {field.label}
            </label>
            <FieldInput field={field} form={form} onValue={onValue} onSecret={onSecret} narrow />
          </Fragment>
        ))}
        {main.suffix !== '' && (
          <span id={id('suffix')} className="t2">
            {main.suffix}
          </span>
        )}
        {gloss !== '' && (
          <span id={id('gloss')} className={`t3 fs12 ${style.gloss}`}>
            {gloss}
          </span>
        )}
      </div>
      {warning !== '' && (
        <FormHint className="warn row g6 top">
          <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" />
          <span id={id('warning')}>{warning}</span>
        </FormHint>
      )}
      {below !== '' && <FormHint id={id('hint')}>{below}</FormHint>}
    </>
  )
}
