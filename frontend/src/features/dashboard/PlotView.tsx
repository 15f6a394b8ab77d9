import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ChartPoint } from '../../host'
import { reading, scaled } from '../../lib/textSize'
import style from './dashboard.module.css'
import { linesOf } from './lines'
import type { Plot as Drawn, Lines } from './plot'

interface PlotProps {
  points: readonly ChartPoint[]
  first: number
  series: number
}

/** The curves of one chart, drawn by a library that is loaded with the first chart. */
export function Plot({ points, first, series }: PlotProps) {
  const size = useStore(reading, (at) => at.size)
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const lines = useRef<Lines>([[]])
  lines.current = linesOf(points, first, series)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text size redraws everything.
  useEffect(() => {
    const element = place.current
    if (!element) return
    let gone = false
    const sizes = new ResizeObserver(() => drawn.current?.resize())
    const theme = new MutationObserver(() => drawn.current?.redraw())
    void import('./plot').then(({ drawPlot }) => {
      if (gone) return
      drawn.current = drawPlot(element, lines.current, scaled)
      sizes.observe(element)
      theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    })
    return () => {
      gone = true
      sizes.disconnect()
      theme.disconnect()
      drawn.current?.remove()
      drawn.current = null
    }
  }, [size])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are those of the points.
  useEffect(() => drawn.current?.set(lines.current), [points, first, series])
  return <div ref={place} className={style.drawn} />
}
