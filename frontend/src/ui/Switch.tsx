import { Switch as Base } from '@base-ui/react/switch'
import style from './Switch.module.css'

interface SwitchProps {
  on: boolean
  onChange(on: boolean): void
  id?: string
  label?: string
  describedBy?: string
  /** True if it is disabled; it stays focusable. */
  off?: boolean
}

export function Switch({ on, onChange, id, label, describedBy, off }: SwitchProps) {
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
      onCheckedChange={(to) => onChange(to)}
    />
  )
}
