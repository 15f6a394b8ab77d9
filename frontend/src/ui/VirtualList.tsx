import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { Scale } from '../lib/scrollbar/scale'
import { onOtherScale } from '../lib/scrollbar/tallest'
import { wheelExactly } from '../lib/scrollbar/wheel'
import style from './VirtualList.module.css'

/** How many rows are drawn above and below those in sight. */
const overscan = 6
/** How many rows are drawn while the list has no height. */
const unmeasured = 40

/** The rows of a list that are drawn, and what moves them. */
export interface Sight {
  /** The first row that is drawn, and the one after the last. */
  first: number
  last: number
  bodyHeight: number
  /** px from the top of the body to the top of a row. */
  top(row: number): number
  scrolled(): void
  /** Scrolls as little as is needed to show a row whole. */
  reveal(row: number): void
  /** Shows a row in the middle, unless it is in sight. */
  center(row: number): void
  /** Keeps what is in sight in its place after so many rows came before it. */
  shift(rows: number): void
}

/** Which rows of one height are in sight of what scrolls them, however many there are. */
export function useSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  onWidth?: (width: number) => void,
): Sight {
  const height = useRef(0)
  const scale = useMemo(() => new Scale(), [])
  const [, draw] = useReducer((n: number) => n + 1, 0)
  scale.resize(count, rowHeight, height.current)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      height.current = element.clientHeight
      onWidth?.(element.clientWidth)
      draw()
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    const ends = [onOtherScale(draw), wheelExactly(element, scale, draw), () => sizes.disconnect()]
    return () => {
      for (const end of ends) end()
    }
  }, [scroller, onWidth, scale])

  return useMemo(() => {
    const moved = () => {
      if (scroller.current) scroller.current.scrollTop = scale.scrollTop
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
      scrolled: () => {
        if (scroller.current && scale.scrolledTo(scroller.current.scrollTop)) draw()
      },
      reveal: (row) => {
        if (scale.reveal(row)) moved()
      },
      center: (row) => {
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

/** Moves what is seen of a list. */
export interface ListHandle extends Pick<Sight, 'reveal' | 'center' | 'shift'> {
  readonly element: HTMLElement | null
}

interface VirtualListProps {
  count: number
  rowHeight: number
  label: string
  role?: 'tree' | 'listbox' | 'region'
  className?: string
  /** The id of the row that holds the focus of a tree or a list. */
  active?: string
  onKeyDown?(event: KeyboardEvent): void
  onCopy?(event: React.ClipboardEvent): void
  onWidth?(width: number): void
  children(row: number, top: number): ReactNode
  ref?: Ref<ListHandle | null>
}

/** A list of rows of one height that draws only what is seen, however many there are. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, label, role = 'region', className = '', active, onWidth, children, ref } = props
  const scroller = useRef<HTMLDivElement>(null)
  const sight = useSight(scroller, count, rowHeight, onWidth)
  useImperativeHandle(
    ref,
    () => ({
      reveal: sight.reveal,
      center: sight.center,
      shift: sight.shift,
      get element() {
        return scroller.current
      },
    }),
    [sight],
  )
  const rows: ReactNode[] = []
  for (let row = sight.first; row < sight.last; row++) rows.push(children(row, sight.top(row)))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of three, and all take keys.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: all three have a name.
    <div
      ref={scroller}
      className={`${style.list} ${className}`}
      role={role}
      aria-label={label}
      aria-activedescendant={active}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      onCopy={props.onCopy}
      onScroll={sight.scrolled}
    >
      <div className={style.body} role="presentation" style={{ height: sight.bodyHeight }}>
        {rows}
      </div>
    </div>
  )
}

/** What an element needs that is a row of a list. */
export function rowStyle(top: number): { className: string; style: { transform: string } } {
  return { className: style.row ?? '', style: { transform: `translateY(${top}px)` } }
}
