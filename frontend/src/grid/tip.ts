import { oneTip } from '../lib/oneTip'
import style from '../ui/Tip.module.css'

const delay = 400
const gap = 4
const margin = 8

/** The content of a tooltip: a heading and its text. */
export interface TipText {
  heading: string
  body: string
  warning: boolean
}

/**
 * The grid's only tooltip: it opens after 400 ms for the pointer and at once for the keyboard; hovering over it keeps
 * it open.
 */
export class Tip {
  private readonly element = document.createElement('div')
  private timer: number | undefined
  private owner: Element | undefined
  /** The visible tooltip: its element, and the function that returns its words. */
  private shown: { owner: Element; words: () => TipText | undefined; text: TipText } | undefined
  /** The pressed element: its tooltip would cover what the press opened. */
  private pressed: Element | undefined
  private readonly giveWay = () => this.hide()

  constructor(private readonly host: HTMLElement) {
    this.element.className = `${style.tip} qg-tip`
    this.element.setAttribute('role', 'tooltip')
    this.element.hidden = true
    this.element.addEventListener('pointerenter', () => this.cancel())
    this.element.addEventListener('pointerleave', () => this.hide())
    host.append(this.element)
  }

  /** Whether the tooltip is seen. */
  get open(): boolean {
    return !this.element.hidden
  }

  /** Shows the tooltip below an element once the pointer has rested on it. */
  later(owner: Element, words: () => TipText | undefined): void {
    if (owner === this.owner || owner === this.pressed) return
    this.hide()
    this.pressed = undefined
    this.owner = owner
    this.timer = window.setTimeout(() => this.show(owner, words), delay)
  }

  /** Shows the tooltip below an element. */
  now(owner: Element, words: () => TipText | undefined): void {
    this.hide()
    this.owner = owner
    this.show(owner, words)
  }

  /** Follows its element after a redraw. Hides if the element is gone or now shows something else. */
  follow(): void {
    if (!this.open || !this.shown) return
    const { owner, words, text } = this.shown
    const now = owner.isConnected ? words() : undefined
    if (now?.heading === text.heading && now.body === text.body) this.put(owner)
    else this.hide()
  }

  /** Hides the tooltip of an element that was pressed, until the pointer has been elsewhere. */
  press(owner: Element | null): void {
    this.hide()
    this.pressed = owner ?? undefined
  }

  /** Allows the pressed element's tooltip again: the pointer has left it. */
  forget(): void {
    this.pressed = undefined
  }

  /** Hides the tooltip soon, unless the pointer goes onto it. */
  leave(): void {
    this.cancel()
    this.owner = undefined
    if (this.open) this.timer = window.setTimeout(() => this.hide(), delay / 2)
  }

  /** Hides the tooltip. */
  hide(): void {
    this.cancel()
    this.owner = undefined
    this.element.hidden = true
  }

  /** Hides the tooltip for good. */
  destroy(): void {
    this.hide()
    this.element.remove()
  }

  private cancel(): void {
    window.clearTimeout(this.timer)
    this.timer = undefined
  }

  private show(owner: Element, words: () => TipText | undefined): void {
    const text = owner.isConnected ? words() : undefined
    if (!text) return
    this.shown = { owner, words, text }
    const heading = document.createElement('div')
    heading.className = text.warning ? `${style.heading} warn` : `${style.heading}`
    heading.dataset.part = 'heading'
    heading.textContent = text.heading
    this.element.replaceChildren(heading, text.body)
    oneTip(this.giveWay)
    this.element.hidden = false
    this.put(owner)
  }

  private put(owner: Element): void {
    const host = this.host.getBoundingClientRect()
    const at = owner.getBoundingClientRect()
    const most = host.width - this.element.offsetWidth - margin
    const below = at.bottom - host.top + gap
    const above = at.top - host.top - gap - this.element.offsetHeight
    const fits = below + this.element.offsetHeight <= host.height || above < 0
    this.element.style.left = `${Math.max(margin, Math.min(at.left - host.left, most))}px`
    this.element.style.top = `${fits ? below : above}px`
  }
}
