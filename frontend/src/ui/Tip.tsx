import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { oneTip } from '../lib/oneTip'
import { Key } from './Key'
import type { TipWords } from './tips'

const delay = 400
const gap = 6
const margin = 5
/** What shows the tooltip of something inside of it when it gets the keyboard. */
const holders = 'button, [role=tab], [role=treeitem], [role=option]'

const tipAttributes = ['data-tip', 'data-tip-mac', 'data-tip-win']

const store = createStore<{ owner: Element | null; words: TipWords | null }>(() => ({ owner: null, words: null }))
let timer: ReturnType<typeof setTimeout> | undefined

function later(work: () => void, after: number): void {
  clearTimeout(timer)
  timer = setTimeout(work, after)
}

function show(owner: HTMLElement): void {
  clearTimeout(timer)
  const words = owner.isConnected ? wordsOf(owner) : null
  if (words) oneTip(hide)
  store.setState({ owner: words && owner, words })
}

function hide(): void {
  clearTimeout(timer)
  if (store.getState().owner) store.setState({ owner: null, words: null })
}

/** Shows what the tooltip of an element says now, or hides it where the element is gone or has no words any more. */
function update(owner: Element): void {
  const words = owner.isConnected ? wordsOf(owner as HTMLElement) : null
  if (!words) hide()
  else if (words.label !== store.getState().words?.label) store.setState({ words })
}

/** The words of an element with data-tip: those, or where they are '' its own text if that is cut. */
function wordsOf(owner: HTMLElement): TipWords | null {
  const { tip = '', tipMac = '', tipWin = '' } = owner.dataset
  const isCut = owner.scrollWidth > owner.clientWidth
  const label = tip !== '' ? tip : isCut ? (owner.textContent ?? '') : ''
  return label === '' ? null : { label, mac: tipMac, win: tipWin }
}

const ownerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

/** The element whose tooltip is shown when the keyboard comes to another. */
function ownerAtFocus(target: EventTarget | null): HTMLElement | null {
  const inside = target instanceof Element && target.matches(holders)
  return ownerOf(target) ?? (inside ? target.querySelector<HTMLElement>('[data-tip]') : null)
}

const over = ({ target }: Event) => {
  const { owner } = store.getState()
  const next = ownerOf(target)
  const isTip = target instanceof Element && target.closest('[role=tooltip]')
  if (isTip || (next && next === owner)) clearTimeout(timer)
  else if (next) later(() => show(next), delay)
}
const focused = ({ target }: Event) => {
  const owner = ownerAtFocus(target)
  if (owner && (target as Element).matches(':focus-visible')) show(owner)
}
const pressed = (event: KeyboardEvent) => {
  if (event.key === 'Escape') hide()
}

/** Shows the tooltips of a page: 400 ms after the pointer came, at once for the keyboard. Answers how to end that. */
function follow(page: Window): () => void {
  const end = new AbortController()
  const on = (type: string, listener: (event: never) => void) =>
    page.addEventListener(type, listener as (event: Event) => void, { capture: true, signal: end.signal })
  on('pointerover', over)
  on('pointerout', () => later(hide, delay / 4))
  on('focusin', focused)
  on('keydown', pressed)
  for (const type of ['focusout', 'pointerdown', 'click', 'scroll', 'resize']) on(type, hide)
  return () => end.abort()
}

/**
 * The tooltip of the window, which shows the data-tip of every element; hovering over it keeps it, Escape takes it away,
 * and it goes with its element. The grid has a tooltip of its own, and only one of the two is shown.
 */
export function Tip() {
  const { owner, words } = useStore(store)
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => follow(window), [])
  useLayoutEffect(() => {
    if (owner && words && tip.current) place(tip.current, owner.getBoundingClientRect())
  }, [owner, words])
  useEffect(() => {
    if (!owner) return
    const changed = new MutationObserver(() => update(owner))
    changed.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: tipAttributes })
    return () => changed.disconnect()
  }, [owner])
  if (!owner || !words) return null
  return (
    <div ref={tip} role="tooltip" className="tip">
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
