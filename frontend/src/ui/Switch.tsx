import { Switch as Base } from '@base-ui/react/switch'
import style from './Switch.module.css'

interface SwitchProps {
  on: boolean
  onChange(on: boolean): void
  id?: string
  label?: string
  describedBy?: string
  /** True where it cannot be switched; it can have the focus all the same. */
  off?: boolean
}

/** A switch that is on or off. */
export function Switch({ on, onChange, id, label, describedBy, off }: SwitchProps) {
  return (
    <Base.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={`${style.switch} ${on ? 'on' : ''}`}
      checked={on}
      aria-disabled={off}
      readOnly={off}
      nativeButton
      render={<button type="button" />}
      onCheckedChange={(to) => onChange(to)}
    />
  )
}
