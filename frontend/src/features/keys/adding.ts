import type { HostError, KeyForm, KeyPlan, SecretCopied } from '../../host'
import { type Expiry, millisOf, usualExpiry } from './expiry'
import { placesIn } from './names'
import { words } from './words'

/** A key to be added, as it was typed. */
export interface Adding {
  name: string
  /** What it is limited to; without a name, it is limited to nothing. The last one is the text that is being typed. */
  places: readonly string[]
  expiry: Expiry
  actions: string[]
  /** The request, if it is shown. */
  plan: KeyPlan | null
  /** Why it was not added. */
  error: HostError | null
}

/** A key that was added. Its value is here until the user closes it, and nowhere else. */
export interface Made {
  id: string
  value: string
  name: string
  places: string
  /** In milliseconds since 1970, '' for never. */
  expires: string
  copied: '' | SecretCopied
  /** Whether the user says that the value is saved elsewhere. */
  saved: boolean
}

/** Whether the value is saved elsewhere, or at least on the clipboard. */
export function isSafe({ saved, copied }: Pick<Made, 'saved' | 'copied'>): boolean {
  return saved || copied === 'stays' || copied === 'leaves'
}

export function newKey(): Adding {
  return { name: '', places: [''], expiry: usualExpiry(), actions: [], plan: null, error: null }
}

/** Why a key cannot be added yet, '' if it can. Everything else is refused by the driver. */
export function whyNotYet({ all }: Pick<KeyForm, 'all'>, { places, expiry, actions }: Adding): string {
  if (actions.length === 0) return words.noActions
  if (placesIn(places, all).length === 0) return words.noPlaces
  const millis = millisOf(expiry)
  if (millis === undefined) return words.noTime
  return millis !== '' && Number(millis) <= Date.now() ? words.passed : ''
}

/** The values of a new key as the backend gets them. */
export function requestOf({ all }: Pick<KeyForm, 'all'>, { name, places, expiry, actions }: Adding) {
  return { delete: '', name, places: placesIn(places, all), actions, expires: millisOf(expiry) ?? '' }
}

/** What the chosen actions reach besides the places that were typed, in sentences; '' for nothing. */
export function reachOf({ all, groups }: KeyForm, { places, actions }: Adding): string {
  const names = placesIn(places, all)
  if (names.length === 0 || names.includes(all)) return ''
  const said = groups.flatMap((group) => group.actions).filter(({ name }) => actions.includes(name))
  return [...new Set(said.map(({ reach }) => reach).filter((reach) => reach !== ''))].join(' ')
}
