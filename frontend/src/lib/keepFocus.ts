import { stopOf } from './panes'

/** The panes that take the keyboard where its own is gone, in this order. */
const order = ['grid', 'tabs', 'list', 'sidebar', 'toolbar']

/**
 * Keeps the keyboard on the page: where the element that has the focus is taken away, the pane that it stood in takes
 * the focus. Where that pane is gone or empty another one takes it, and gives it back when there is something in the
 * pane again, unless a key was pressed meanwhile. What is in sight stays where it is. A dialog keeps the focus by itself.
 * Answers how to end it.
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
  /** What had the focus last, and the pane that it stood in. */
  private last: Element | null = null
  private pane = ''
  /** The pane that gets the focus back, and what has it until then. */
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

  /** Whatever else gives the focus away does so before the frame after the next one is drawn. */
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

  /** What takes the focus in a pane, undefined where there is no such pane or nothing in it. */
  private stop(pane: string): HTMLElement | undefined {
    return pane === '' ? undefined : stopOf(this.root.querySelector(`[data-pane="${pane}"]`))
  }
}
