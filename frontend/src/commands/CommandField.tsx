import { Search } from 'lucide-react'
import { Field } from '../ui/Field'
import style from './CommandField.module.css'
import { useRegistry } from './context'
import { Hint } from './Hint'
import { type CommandId, table } from './table'

/** A button that looks like a field, with the command's title and key. */
export function CommandField({ of }: { of: CommandId }) {
  const registry = useRegistry()
  const label = table[of].title.replace(/…$/, '')
  return (
    <Field
      as="button"
      type="button"
      small
      quiet
      className={style.field}
      aria-label={label}
      data-tip={label}
      onClick={() => registry.run(of)}
    >
      <Search size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className={style.words}>{label}</span>
      <Hint of={of} />
    </Field>
  )
}
