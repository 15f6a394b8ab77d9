import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { part } from './part'
import style from './Toolbar.module.css'

interface ToolbarProps {
  label: string
  children: ReactNode
}

/** A toolbar: Tab reaches the button that was focused last; the arrow keys, Home and End reach the others. */
export function Toolbar({ label, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLButtonElement>(undefined)
  useLayoutEffect(() => {
    if (bar.current) stop.current = rove(bar.current, stop.current)
  })
  const focused = (e: FocusEvent<HTMLDivElement>) => {
    if (e.target instanceof HTMLButtonElement) stop.current = rove(e.currentTarget, e.target)
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      className={style.toolbar}
      data-part="toolbar"
      data-pane="toolbar"
      onFocus={focused}
      onKeyDown={step}
    >
      {children}
    </div>
  )
}

/** A row that looks like a toolbar. */
export const ToolbarRow = part('header', 'toolbar', style.toolbar)

export const ToolbarTitle = part('h1', 'toolbar-title', style.title)

/** A line between buttons. */
export const ToolbarLine = part('span', 'toolbar-line', style.line)

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll('button')]

/** Makes one button reachable by Tab, the requested one or else the first, and returns it. */
function rove(bar: HTMLElement, wanted: HTMLButtonElement | undefined): HTMLButtonElement | undefined {
  const buttons = buttonsOf(bar)
  const stop = buttons.find((b) => b === wanted) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  return stop
}

/** Moves the focus over the buttons, wrapping around. */
function step(e: KeyboardEvent<HTMLDivElement>): void {
  if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return
  if (!(e.target instanceof HTMLButtonElement)) return
  const buttons = buttonsOf(e.currentTarget)
  const at = buttons.indexOf(e.target)
  const last = buttons.length - 1
  const to: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const next = buttons[to[e.key] ?? -1]
  if (!next) return
  e.preventDefault()
  next.focus()
}
