import type { ExportInfo } from '../../host'
import { percentOf } from './words'

interface BarProps {
  info: Pick<ExportInfo, 'written' | 'total'>
  label: string
}

/** How much of an export or of a slice is done; it only moves while the total is unknown. */
export function Bar({ info, label }: BarProps) {
  const percent = percentOf(info)
  return (
    <div
      className={`bar ${percent === undefined ? 'moves' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  )
}
