import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { oneTip } from '../lib/oneTip'
import { Key } from './Key'
import look from './Tip.module.css'
import type { TipWords } from './tips'

const delay = 400
const gap = 6
const margin = 5
/** The containers that show the tooltip of a part of them when they get the focus. */
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

/** Updates the tooltip of an element, or hides it if the element is gone or no longer has one. */
function update(owner: Element): void {
  const words = owner.isConnected ? wordsOf(owner as HTMLElement) : null
  if (!words) hide()
  else if (words.label !== store.getState().words?.label) store.setState({ words })
}

/** The tooltip text of an element: its data-tip or, if that is '', its own text if that is cut. */
function wordsOf(owner: HTMLElement): TipWords | null {
  const { tip = '', tipMac = '', tipWin = '' } = owner.dataset
  const isCut = owner.scrollWidth > owner.clientWidth
  const label = tip !== '' ? tip : isCut ? (owner.textContent ?? '') : ''
  return label === '' ? null : { label, mac: tipMac, win: tipWin }
}

const ownerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

/** The element whose tooltip is shown when another element gets the focus. */
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

/**
 * Shows the tooltips of a page: after 400 ms for the pointer, at once for the keyboard. Returns a function that ends
 * that.
 */
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
 * The window's tooltip for every element with data-tip; hovering over it keeps it open, Escape closes it, and it
 * disappears with its element. The grid has its own tooltip; only one of the two is shown at a time.
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
    <div ref={tip} role="tooltip" className={look.tip}>
      {words.label} {words.win !== '' && <Key mac={words.mac} win={words.win} />}
    </div>
  )
}

/** Centres a tooltip below its element, or above it if there is no room, inside the window. */
function place(tip: HTMLElement, owner: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const left = owner.left + (owner.width - width) / 2
  const below = owner.bottom + gap
  tip.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  tip.style.top = `${below + height + margin > innerHeight ? owner.top - gap - height : below}px`
}
