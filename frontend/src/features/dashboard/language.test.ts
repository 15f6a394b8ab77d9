// SPEC: B-MET-02
import { expect, it } from 'vitest'
import { mendLanguage } from './language'

class Navigator {
  constructor(readonly reported: string) {}
  get language() {
    return this.reported
  }
}

it.each([
  ['C', 'en-GB'],
  ['', 'en-GB'],
  ['de-AT', 'de-AT'],
])('a webview in the language "%s" has the language %s', (reported, language) => {
  const nav = new Navigator(reported)
  mendLanguage(nav)
  expect(nav.language).toBe(language)
})
