import { Minus, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { type RowHeight, reading, textSizes } from '../../lib/textSize'
import { Button } from '../../ui/Button'
import { FormLabel } from '../../ui/Form'
import { type Segment, Segments } from '../../ui/Segments'
import { usePlatform } from '../../window/platform'

const heights: Segment<RowHeight>[] = [
  { value: 'compact', title: 'Compact' },
  { value: 'normal', title: 'Normal' },
  { value: 'relaxed', title: 'Relaxed' },
]

/** The size of the text, and the height of the grid's rows. */
export function TextSizeFields() {
  const platform = usePlatform()
  const { size, rows } = useStore(reading)
  return (
    <>
      <FormLabel>Text size</FormLabel>
      <div className="row g6">
        <Button
          small
          icon
          aria-label="Smaller text"
          disabled={size === textSizes[0]}
          onClick={() => void platform.stepTextSize(-1)}
        >
          <Minus size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <output className="num" aria-live="polite">
          {size} %
        </output>
        <Button
          small
          icon
          aria-label="Larger text"
          disabled={size === textSizes.at(-1)}
          onClick={() => void platform.stepTextSize(1)}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button small quiet disabled={size === 100} onClick={() => void platform.stepTextSize(0)}>
          Reset <Hint of="text.usual" />
        </Button>
      </div>
      <FormLabel>Row height</FormLabel>
      <div className="row">
        <Segments
          label="Row height"
          small
          value={rows}
          segments={heights}
          onValue={(chosen) => void platform.setReading({ rows: chosen })}
        />
      </div>
    </>
  )
}
