// SPEC: APP-02
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocus } from './keepFocus'

let end: () => void
let frames: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  end = keepFocus(document)
})
afterEach(() => {
  end()
  frames = []
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Lets the observer see the changes, and draws frames until none is requested. */
async function settle() {
  await Promise.resolve()
  while (frames.length > 0) frames.shift()?.()
}

const focus = (id: string) => document.getElementById(id)?.focus()
const focused = () => document.activeElement?.id

it.each([
  ['its pane takes the focus', 'rows', 'cell', 'row'],
  ['another takes it where the pane has nothing else', 'alone', 'only', 'tab'],
  ['another takes it where it stood in no pane', '', 'loose', 'tab'],
])('where what has the focus is taken away, %s', async (_, pane, gone, wanted) => {
  document.body.innerHTML = `
    <div data-pane="tabs"><button id="tab">t</button></div>
    <div data-pane="rows"><button id="cell">c</button><button id="row">r</button></div>
    <div data-pane="alone"><button id="only">o</button></div>
    <button id="loose">l</button>`
  focus(gone)
  expect(document.getElementById(gone)?.closest<HTMLElement>('[data-pane]')?.dataset.pane ?? '').toBe(pane)
  document.getElementById(gone)?.remove()
  await settle()
  expect(focused()).toBe(wanted)
})

it('scrolls nothing for what takes the focus, and nothing where it is given back', async () => {
  document.body.innerHTML = `
    <div data-pane="banner"><button id="again">a</button></div>
    <div data-pane="tabs"><button id="tab">t</button></div>
    <div data-pane="grid"></div>`
  focus('again')
  document.getElementById('again')?.remove()
  const focusing = vi.spyOn(HTMLElement.prototype, 'focus')
  await settle()
  expect(focused()).toBe('tab')
  const back = document.createElement('button')
  document.querySelector('[data-pane=banner]')?.append(back)
  await settle()
  expect(document.activeElement).toBe(back)
  expect(focusing.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]])
  focusing.mockRestore()
})

it('leaves the focus to a dialog that is open, and where it was given to something else meanwhile', async () => {
  document.body.innerHTML = `
    <div data-pane="tabs"><button id="tab">t</button></div>
    <div role="dialog" data-open id="dialog"><button id="ok">k</button></div>
    <button id="other">o</button>`
  focus('ok')
  document.getElementById('ok')?.remove()
  await settle()
  expect(focused()).toBe('')
  focus('other')
  document.getElementById('dialog')?.remove()
  await settle()
  expect(focused()).toBe('other')
})

it('gives the focus back to a pane that was empty for a while, unless a key was pressed', async () => {
  const wait = () => {
    document.body.innerHTML = `
      <div data-pane="tabs"><button id="tab">t</button></div>
      <div data-pane="grid" id="grid"><button id="cell">c</button></div>`
    focus('cell')
    document.getElementById('cell')?.remove()
  }
  const come = async () => {
    document.getElementById('grid')?.insertAdjacentHTML('beforeend', '<button id="new">n</button>')
    await settle()
  }
  wait()
  await settle()
  expect(focused()).toBe('tab')
  await come()
  expect(focused()).toBe('new')
  wait()
  await settle()
  document.getElementById('tab')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  await come()
  expect(focused()).toBe('tab')
})

it('takes no focus that nothing had', async () => {
  document.body.innerHTML = '<div data-pane="tabs"><button id="tab">t</button></div><p id="text">p</p>'
  document.getElementById('text')?.remove()
  await settle()
  expect(focused()).toBe('')
})
