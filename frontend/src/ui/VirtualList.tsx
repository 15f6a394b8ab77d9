import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Scale } from '../lib/scrollbar/scale'
import { onOtherScale } from '../lib/scrollbar/tallest'
import { wheelExactly } from '../lib/scrollbar/wheel'
import { useScaled } from '../lib/textSize'
import style from './VirtualList.module.css'

/** How many rows are drawn above and below the visible ones. */
const overscan = 6
/** How many rows are drawn while the list has no height. */
const unmeasured = 40

/** The drawn rows of a list, and how to scroll it. */
export interface Sight {
  /** The first drawn row, and the one after the last. */
  first: number
  last: number
  bodyHeight: number
  /** px from the top of the body to the top of a row. */
  top(row: number): number
  /** Scrolls as little as needed to show a whole row. */
  reveal(row: number): void
  /** Scrolls a row to the middle, unless it is visible. */
  center(row: number): void
  /** Keeps the visible rows in place after rows were inserted above them. */
  shift(rows: number): void
}

/** Which rows of equal height, in px at the usual text size, are visible in their scroller. They begin at its top. */
export function useSight(
  scroller: HTMLElement | null,
  count: number,
  usualHeight: number,
  onWidth?: (width: number) => void,
): Sight {
  const rowHeight = useScaled(usualHeight)
  const height = useRef(0)
  /** The row to scroll to once the height of the list is known. */
  const waiting = useRef(-1)
  const scale = useMemo(() => new Scale(), [])
  const [, draw] = useReducer((n: number) => n + 1, 0)
  scale.resize(count, rowHeight, height.current)

  useLayoutEffect(() => {
    if (!scroller) return
    const measure = () => {
      height.current = scroller.clientHeight
      onWidth?.(scroller.clientWidth)
      draw()
    }
    const scrolled = () => {
      if (scale.scrolledTo(scroller.scrollTop)) draw()
    }
    measure()
    if (waiting.current >= 0 && scale.reveal(waiting.current)) {
      scroller.scrollTop = scale.scrollTop
      draw()
    }
    waiting.current = -1
    const sizes = new ResizeObserver(measure)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', scrolled, { passive: true })
    const ends = [onOtherScale(draw), wheelExactly(scroller, scale, draw)]
    return () => {
      for (const end of ends) end()
      sizes.disconnect()
      scroller.removeEventListener('scroll', scrolled)
    }
  }, [scroller, onWidth, scale])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere.
  useLayoutEffect(() => {
    if (scroller && scroller.scrollTop !== scale.scrollTop) scroller.scrollTop = scale.scrollTop
  }, [scroller, scale, rowHeight])

  return useMemo(() => {
    const moved = () => {
      if (scroller) scroller.scrollTop = scale.scrollTop
      draw()
    }
    return {
      get first() {
        return Math.max(0, scale.firstRow - overscan)
      },
      get last() {
        const seen = height.current > 0 ? scale.lastRow + 1 : scale.firstRow + unmeasured
        return Math.min(count, seen + overscan)
      },
      get bodyHeight() {
        return scale.bodyHeight
      },
      top: (row) => scale.top(row),
      reveal: (row) => {
        if (!scroller) waiting.current = row
        else if (scale.reveal(row)) moved()
      },
      center: (row) => {
        if (!scroller) {
          waiting.current = row
          return
        }
        const top = row * rowHeight
        if (top >= scale.offset && top + rowHeight <= scale.offset + height.current) return
        if (scale.moveTo(top - height.current / 2)) moved()
      },
      shift: (rows) => {
        if (scale.offset > 0 && scale.moveTo(scale.offset + rows * rowHeight)) moved()
      },
    }
  }, [scroller, scale, count, rowHeight])
}

/** Scrolls a list. */
export interface ListHandle extends Pick<Sight, 'reveal' | 'center' | 'shift'> {
  focus(): void
}

interface VirtualListProps {
  count: number
  /** In px at the usual text size. */
  rowHeight: number
  label: string
  role?: 'tree' | 'listbox' | 'region'
  className?: string
  /** The focused row of a tree or list, and its id. */
  active?: { row: number; id: string }
  onKeyDown?(event: KeyboardEvent): void
  onCopy?(event: React.ClipboardEvent): void
  onWidth?(width: number): void
  children(row: number, top: number): ReactNode
  ref?: Ref<ListHandle | null>
}

/** A list of rows of equal height that draws only the visible ones. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, label, role = 'region', className = '', active, onWidth, children, ref } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const sight = useSight(scroller, count, rowHeight, onWidth)
  useImperativeHandle(ref, () => ({ ...sight, focus: () => scroller?.focus() }), [sight, scroller])
  const drawn = (row: number) => row >= sight.first && row < sight.last
  const rows: ReactNode[] = []
  for (let row = sight.first; row < sight.last; row++) rows.push(children(row, sight.top(row)))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of three, and all take keys.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: all three have a name.
    <div
      ref={setScroller}
      className={`${style.list} ${className}`}
      role={role}
      aria-label={label}
      aria-activedescendant={active && drawn(active.row) ? active.id : undefined}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      onCopy={props.onCopy}
    >
      <div className={style.body} role="presentation" style={{ height: sight.bodyHeight }}>
        {rows}
      </div>
    </div>
  )
}

/** The props of a list's row. */
export function rowStyle(top: number): { className: string; style: { transform: string } } {
  return { className: style.row ?? '', style: { transform: `translateY(${top}px)` } }
}
