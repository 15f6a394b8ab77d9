import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { Scale } from '../../grid/scrollbar/scale'
import { onOtherScale } from '../../grid/scrollbar/tallest'
import { wheelExactly } from '../../grid/scrollbar/wheel'

/** Moves what is seen of a list. */
export interface RowsHandle {
  reveal(row: number): void
  focus(): void
}

interface VirtualRowsProps {
  count: number
  rowHeight: number
  label: string
  role?: 'tree' | 'document'
  className?: string
  /** The id of the row that holds the focus of a tree. */
  active?: string
  onKeyDown?(event: KeyboardEvent): void
  onWidth?(width: number): void
  children(row: number, top: number): ReactNode
  ref?: Ref<RowsHandle | null>
}

/** A list of rows of one height that draws only what is seen, however many there are. */
export function VirtualRows(props: VirtualRowsProps) {
  const {
    count,
    rowHeight,
    label,
    role = 'document',
    className = '',
    active,
    onKeyDown,
    onWidth,
    children,
    ref,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
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
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const ends = [onOtherScale(draw), wheelExactly(element, scale, draw), () => observer.disconnect()]
    return () => {
      for (const end of ends) end()
    }
  }, [onWidth, scale])
  useImperativeHandle(
    ref,
    () => ({
      reveal: (row) => {
        if (scale.reveal(row) && scroller.current) scroller.current.scrollTop = scale.scrollTop
        draw()
      },
      focus: () => scroller.current?.focus(),
    }),
    [scale],
  )

  const rows: ReactNode[] = []
  const last = Math.min(count - 1, scale.lastRow + 4)
  for (let row = Math.max(0, scale.firstRow - 4); row <= last; row++) rows.push(children(row, scale.top(row)))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two, and both take keys.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      ref={scroller}
      className={`vrows ${className}`}
      role={role}
      aria-label={label}
      aria-activedescendant={active}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        if (scale.scrolledTo(event.currentTarget.scrollTop)) draw()
      }}
    >
      <div className="vbody" role="presentation" style={{ height: scale.bodyHeight }}>
        {rows}
      </div>
    </div>
  )
}
