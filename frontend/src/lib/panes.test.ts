// SPEC: APP-01
import { afterEach, expect, it } from 'vitest'
import { stepPane } from './panes'

afterEach(() => document.body.replaceChildren())

it('goes from pane to pane in a circle, both ways, and passes over a pane without anything to focus', () => {
  document.body.innerHTML = `
    <div data-pane="toolbar"><button id="a">a</button><button>b</button></div>
    <div data-pane="empty">nothing</div>
    <div data-pane="list"><div tabindex="-1">x</div><div id="c" tabindex="0">c</div></div>
    <div data-pane="off"><button disabled>d</button></div>
    <div data-pane="status"><input id="e"></div>`
  const walk = (backwards: boolean) => {
    stepPane(document, backwards)
    return document.activeElement?.id
  }
  expect([walk(false), walk(false), walk(false), walk(false)]).toEqual(['a', 'c', 'e', 'a'])
  expect([walk(true), walk(true), walk(true)]).toEqual(['e', 'c', 'a'])
})

it('goes to banners first, and to a pane within another as to one of its own', () => {
  document.body.innerHTML = `
    <div data-pane="toolbar"><button id="a">a</button></div>
    <div data-pane="banner"><button id="b">b</button></div>
    <div data-pane="grid"><div data-pane="find"><input id="d"><button id="x">x</button></div><div id="c" tabindex="0">c</div></div>`
  document.getElementById('x')?.focus()
  const walk = (backwards: boolean) => {
    stepPane(document, backwards)
    return document.activeElement?.id
  }
  expect([walk(false), walk(false), walk(false), walk(false)]).toEqual(['b', 'a', 'c', 'd'])
  expect([walk(true), walk(true)]).toEqual(['c', 'a'])
})

it('goes to a control of a pane before a text that is focused for its tooltip, and to that where there is no control', () => {
  document.body.innerHTML = `
    <div data-pane="banner"><span data-tip="" tabindex="0">a long notice</span><button id="hide">x</button></div>
    <div data-pane="status"><span id="text" data-tip="how long" tabindex="0">45 ms</span></div>`
  stepPane(document, false)
  expect(document.activeElement?.id).toBe('hide')
  stepPane(document, false)
  expect(document.activeElement?.id).toBe('text')
})

it('says that there was nowhere to go', () => {
  document.body.innerHTML = '<div data-pane="only"><button>a</button></div>'
  expect(stepPane(document, false)).toBe(true)
  expect(stepPane(document, false)).toBe(false)
})
