import { useEffect, useRef } from 'react'
import type { ChartPoint } from '../../host'
import { linesOf } from './lines'
import type { Plot as Drawn, Lines } from './plot'

interface PlotProps {
  points: readonly ChartPoint[]
  first: number
  series: number
}

/** The curves of one chart, drawn by a library that is read with the first of them. */
export function Plot({ points, first, series }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const lines = useRef<Lines>([[]])
  lines.current = linesOf(points, first, series)

  useEffect(() => {
    const element = place.current
    if (!element) return
    let gone = false
    const size = new ResizeObserver(() => drawn.current?.resize(element.clientWidth))
    const theme = new MutationObserver(() => drawn.current?.redraw())
    void import('./plot').then(({ drawPlot }) => {
      if (gone) return
      drawn.current = drawPlot(element, element.clientWidth, lines.current)
      size.observe(element)
      theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    })
    return () => {
      gone = true
      size.disconnect()
      theme.disconnect()
      drawn.current?.remove()
      drawn.current = null
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are those of the points.
  useEffect(() => drawn.current?.set(lines.current), [points, first, series])
  return <div ref={place} />
}
