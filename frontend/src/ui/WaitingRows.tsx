import { Skeleton } from './Skeleton'
import style from './WaitingRows.module.css'

const lines = Array.from({ length: 40 }, (_, i) => i)
const widths = [44, 60, 38, 72, 52, 66, 48]

/** Rows without values, while not even the columns are known. */
export function WaitingRows() {
  return (
    <div className={style.rows} aria-hidden="true">
      <div className={style.head} />
      {lines.map((row) => (
        <div key={row} className={style.row}>
          {widths.map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move.
            <span key={i}>
              <Skeleton style={{ width: `${widths[(row * 3 + i) % widths.length]}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
