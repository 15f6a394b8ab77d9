import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Key } from './Key'

/** What a tooltip says. */
export interface TipWords {
  label: string
  mac: string
  win: string
}

const delay = 400
const gap = 6
const margin = 5

const store = createStore<{ owner: Element | null; words: TipWords | null }>(() => ({ owner: null, words: null }))
let timer: ReturnType<typeof setTimeout> | undefined

function later(work: () => void, after: number): void {
  clearTimeout(timer)
  timer = setTimeout(work, after)
}

function show(owner: Element, words: TipWords): void {
  clearTimeout(timer)
  if (owner.isConnected) store.setState({ owner, words })
}

function hide(): void {
  clearTimeout(timer)
  store.setState({ owner: null, words: null })
}

/** Takes the tooltip away whose element is no longer on the page. */
export function dropTip(): void {
  if (store.getState().owner?.isConnected === false) hide()
}

/** What an element needs that has a tooltip: 400 ms after the pointer came, at once for the keyboard. */
export function tipOf(words: TipWords) {
  return {
    onPointerEnter: ({ currentTarget: owner }: PointerEvent) => {
      if (store.getState().owner !== owner) later(() => show(owner, words), delay)
    },
    onPointerLeave: () => later(hide, delay / 4),
    onPointerDown: hide,
    onFocus: ({ currentTarget: owner }: FocusEvent) => owner.matches(':focus-visible') && show(owner, words),
    onBlur: hide,
    onClick: hide,
  }
}

/** The one tooltip of the window; hovering over it keeps it, Escape takes it away. */
export function Tip() {
  const { owner, words } = useStore(store)
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (owner && tip.current) place(tip.current, owner.getBoundingClientRect())
  }, [owner])
  useEffect(() => {
    if (!owner) return
    const keys = (e: KeyboardEvent) => e.key === 'Escape' && hide()
    window.addEventListener('keydown', keys, true)
    return () => window.removeEventListener('keydown', keys, true)
  }, [owner])
  if (!owner || !words) return null
  return (
    <div
      ref={tip}
      role="tooltip"
      className="tip"
      onPointerEnter={() => clearTimeout(timer)}
      onPointerLeave={() => later(hide, delay / 4)}
    >
      {words.label} {words.win !== '' && <Key mac={words.mac} win={words.win} />}
    </div>
  )
}

/** Puts a tooltip below the middle of what it is of, or above it where there is no room, whole in the window. */
function place(tip: HTMLElement, owner: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const left = owner.left + (owner.width - width) / 2
  const below = owner.bottom + gap
  tip.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  tip.style.top = `${below + height + margin > innerHeight ? owner.top - gap - height : below}px`
}
