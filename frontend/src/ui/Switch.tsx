import { Switch as Base } from '@base-ui/react/switch'
import style from './Switch.module.css'
import { described } from './tips'

interface SwitchProps {
  on: boolean
  onChange(on: boolean): void
  id?: string
  label?: string
  describedBy?: string
  /** True if it is disabled; it stays focusable. */
  off?: boolean
  /** Why it is disabled. */
  why?: string
}

export function Switch({ on, onChange, id, label, describedBy, off, why }: SwitchProps) {
  return (
    <Base.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={`${style.switch} ${on ? style.on : ''}`}
      checked={on}
      aria-disabled={off}
      readOnly={off}
      nativeButton
      render={<button type="button" />}
      {...described(why)}
      onCheckedChange={(to) => onChange(to)}
    />
  )
}
