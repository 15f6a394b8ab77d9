import style from './Badge.module.css'
/** The engine's badge, in the colours of its manifest. */
export function Badge({
  text,
  fill,
  ink,
  size = '',
}: {
  text: string
  fill: string
  ink: string
  size?: '' | 'md' | 'lg'
}) {
  return (
    <span
      className={`${style.badge} ${size === '' ? '' : style[size]}`}
      style={{ background: fill, color: ink }}
      aria-hidden="true"
    >
      {text}
    </span>
  )
}
