import type { ComponentProps } from 'react'
import style from './Button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  small?: boolean
  /** The one that Enter presses in a sheet. */
  primary?: boolean
  /** It loses something. */
  danger?: boolean
  dangerText?: boolean
  /** Without an edge or a background until the pointer is over it. */
  quiet?: boolean
  /** Only a sign. */
  icon?: boolean
  /** It is a toggle that is on. */
  on?: boolean
  /** It is disabled, with the reason in a tooltip or next to it; it stays focusable. */
  off?: boolean
}

export function Button(props: ButtonProps) {
  const { small, primary, danger, dangerText, quiet, icon, on, off, className = '', ...rest } = props
  const looks = Object.entries({ small, primary, danger, dangerText, quiet, icon, on, off }).filter(([, is]) => is)
  return (
    <button
      type="button"
      className={[style.button, ...looks.map(([look]) => style[look]), className].join(' ').trim()}
      aria-disabled={off}
      data-primary={primary || undefined}
      data-icon={icon || undefined}
      {...rest}
    />
  )
}
