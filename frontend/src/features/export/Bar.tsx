import type { ExportInfo } from '../../host'
import { Track } from '../../ui/Track'
import { percentOf } from './words'

interface BarProps {
  info: Pick<ExportInfo, 'written' | 'total'>
  label: string
}

/** The progress of an export or a slice; it is indeterminate while the total is unknown. */
export function Bar({ info, label }: BarProps) {
  const percent = percentOf(info)
  return (
    <Track
      moves={percent === undefined}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </Track>
  )
}
