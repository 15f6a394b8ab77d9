import { stopOf } from './panes'

/** The panes that take the focus if its own pane is gone, in this order. */
const order = ['grid', 'tabs', 'list', 'sidebar', 'toolbar']

/**
 * Keeps the focus on the page: when the focused element is removed, its pane takes the focus. If that pane is gone or
 * empty, another one takes it, and returns it when the pane has content again, unless a key was pressed in between.
 * Nothing scrolls. A dialog keeps the focus itself. Returns a function that ends it.
 */
export function keepFocus(root: Document): () => void {
  const keeper = new Keeper(root)
  const changes = new MutationObserver(() => keeper.changed())
  const moved = ({ target }: FocusEvent) => keeper.moved(target)
  const pressed = () => keeper.pressed()
  changes.observe(root.body, { childList: true, subtree: true })
  root.addEventListener('focusin', moved)
  root.addEventListener('keydown', pressed, true)
  return () => {
    changes.disconnect()
    root.removeEventListener('focusin', moved)
    root.removeEventListener('keydown', pressed, true)
  }
}

class Keeper {
  /** The last focused element, and its pane. */
  private last: Element | null = null
  private pane = ''
  /** The pane that gets the focus back, and the element that has it until then. */
  private owed: { pane: string; by: Element } | undefined
  private waits = false

  constructor(private readonly root: Document) {}

  moved(target: EventTarget | null): void {
    this.last = target instanceof Element ? target : null
    this.pane = this.last?.closest<HTMLElement>('[data-pane]')?.dataset.pane ?? ''
  }

  pressed(): void {
    this.owed = undefined
  }

  /** Anything else that moves the focus does so within the next two frames. */
  changed(): void {
    this.giveBack()
    if (this.waits || !this.isLost) return
    this.waits = true
    requestAnimationFrame(() => requestAnimationFrame(() => this.mend()))
  }

  private get isLost(): boolean {
    const { activeElement, body } = this.root
    return this.last !== null && !this.last.isConnected && (activeElement ?? body) === body
  }

  private mend(): void {
    this.waits = false
    if (
      !this.isLost ||
      this.root.querySelector('[role=dialog][data-open], [role=alertdialog][data-open], [role=menu][data-open]')
    )
      return
    const { pane } = this
    const name = [pane, ...order].find((one) => this.stop(one) !== undefined)
    const stop = name === undefined ? undefined : this.stop(name)
    if (!stop) return
    stop.focus({ preventScroll: true })
    this.owed = name === pane ? undefined : { pane, by: stop }
  }

  private giveBack(): void {
    const { owed, root } = this
    if (!owed || root.activeElement !== owed.by) return
    const stop = this.stop(owed.pane)
    if (!stop) return
    this.owed = undefined
    stop.focus({ preventScroll: true })
  }

  /** The element that takes the focus in a pane, undefined if there is no such pane or it is empty. */
  private stop(pane: string): HTMLElement | undefined {
    return pane === '' ? undefined : stopOf(this.root.querySelector(`[data-pane="${pane}"]`))
  }
}
