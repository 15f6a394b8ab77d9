import type { Level } from '../../host'
import style from './dashboard.module.css'

/** A bar for a percentage, which is written next to it. */
export function Meter({ share, level }: { share: number; level: Level }) {
  return (
    <div className={style.meter} data-level={level} aria-hidden="true">
      <i style={{ width: `${share}%` }} />
    </div>
  )
}
