import { Minus, Plus, TriangleAlert } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormHint, FormLabel, FormLine } from '../../ui/Form'
import { SmallIcon } from '../../ui/SmallIcon'
import { described } from '../../ui/tips'
import { SecretInput } from './FieldInput'
import type { FormValues } from './form'
import style from './HeaderRows.module.css'
import { type HeaderRow, headerFields, headerSecret, isKept } from './headers'
import { headerWords as words } from './words'

interface HeaderRowsProps {
  form: FormValues
  onAdd(): void
  onChange(key: number, part: { name?: string; value?: string }): void
  onRemove(key: number): void
}

/** The extra headers of a connection: a row for each, and a button to add one. */
export function HeaderRows({ form, onAdd, onChange, onRemove }: HeaderRowsProps) {
  const add = (
    <Button
      id="add-header"
      off={Boolean(form.fixed)}
      aria-describedby={form.fixed ? undefined : 'about-headers'}
      {...described(form.fixed || undefined)}
      onClick={() => {
        if (form.fixed) return
        flushSync(onAdd)
        ;[...document.querySelectorAll<HTMLElement>('[data-header-name]')].at(-1)?.focus()
      }}
    >
      <Plus size={14} strokeWidth={1.5} aria-hidden="true" /> {words.add}
    </Button>
  )
  const remove = (key: number) => {
    flushSync(() => onRemove(key))
    document.getElementById('add-header')?.focus()
  }
  return (
    <>
      <FormLine />
      <FormLabel className={form.headers.length > 0 ? style.top : ''}>{words.label}</FormLabel>
      <div className={style.rows}>
        {form.headers.map((row) => (
          <Row key={row.key} row={row} form={form} onChange={onChange} onRemove={() => remove(row.key)} />
        ))}
        {add}
      </div>
      <FormHint id="about-headers">{words.about}</FormHint>
    </>
  )
}

interface RowProps extends Pick<HeaderRowsProps, 'form' | 'onChange'> {
  row: HeaderRow
  onRemove(): void
}

function Row({ row, form, onChange, onRemove }: RowProps) {
  const id = headerSecret(row.name)
  const note = form.notes?.[id] ?? ''
  const name = row.name.trim()
  const [field] = headerFields([name])
  if (!field) return null
  return (
    <>
      <div className="row">
        <TextField
          className={`mono ${style.name}`}
          aria-label={words.name}
          data-header-name=""
          placeholder={words.name}
          readOnly={row.saved}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          value={row.name}
          onChange={(e) => onChange(row.key, { name: e.target.value })}
        />
        <SecretInput
          field={field}
          placeholder={words.value}
          typed={row.value}
          kept={isKept(row, form.stored)}
          thisRun={form.thisRun.includes(id)}
          describedBy={note === '' ? undefined : `warning-${id}`}
          onSecret={(value) => onChange(row.key, { value })}
        />
        <SmallIcon icon={Minus} label={words.remove(name)} onClick={onRemove} />
      </div>
      {note !== '' && (
        <FormHint className="warn row g6 top">
          <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" />
          <span id={`warning-${id}`}>{note}</span>
        </FormHint>
      )}
    </>
  )
}
