import type { KeyForm } from '../../host'
import { counted } from '../../lib/words'

/** The day of a time by the clock of this computer: "31 Dec 2026". */
export function dayOf(millis: string | number): string {
  return new Date(Number(millis)).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** The same with the time of the day: "31 Dec 2026 23:59". */
export function timeOf(millis: string | number): string {
  const clock = new Date(Number(millis)).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${dayOf(millis)} ${clock}`
}

/** A key within a sentence: "key 2, Nightly import". */
export function keyWords({ id, name }: { id: string; name: string }): string {
  return name === '' ? `key ${id}` : `key ${id}, ${name}`
}

/** What a key is limited to, counted: "2 collections", "server-wide". */
function placesOf(names: readonly string[], { all, places }: Pick<KeyForm, 'all' | 'places'>): string {
  if (names.includes(all)) return 'server-wide'
  const noun = places.toLowerCase()
  return `${names.length} ${names.length === 1 ? noun.replace(/s$/, '') : noun}`
}

export const words = {
  title: 'Users & Roles',
  filter: 'Filter keys',
  noDriver: 'This driver does not manage keys.',
  loading: 'Loading the keys…',
  unread: 'Could not load the keys',
  stale: 'Could not reload the keys. The list is from before.',
  notRead: 'It was cancelled.',
  none: 'This server has no keys besides the one that it was started with',
  noMatch: 'No key matches the filter.',
  most: (shown: number, total: number) => `The first ${shown} of ${total} keys. Use the filter to find others.`,
  status: (connection: string) => `Keys of ${connection}`,
  count: (keys: number) => counted(keys, 'key'),
  expired: (keys: number) => `${keys} expired`,
  expiredOn: (day: string) => `Expired ${day}`,
  readOnly: 'This connection is read-only. Change Safe Mode in the toolbar to add or delete keys.',
  sending: 'A request is being sent.',
  notLoaded: 'The keys are not loaded.',
  noKey: 'Select a key first.',
  noActions: 'Choose at least one action.',
  noPlaces: 'Name what the key is limited to.',
  allPlaces: ({ all, places }: Pick<KeyForm, 'all' | 'places'>) =>
    all === '' ? 'Add a name or pattern' : `All ${places.toLowerCase()}: add names or patterns to limit the key`,
  anotherPlace: 'Add another',
  everywhere: ({ places, hint }: Pick<KeyForm, 'places' | 'hint'>) =>
    `The key reaches all ${places.toLowerCase()}, including later ones. ${hint}`,
  noTime: 'Enter a time such as 2026-12-31 23:59.',
  passed: 'The key would already be expired: choose a later time.',
  inDays: (days: number) => `local time, in ${counted(days, 'day')}`,
  valueOnce: 'The server makes the value, which is shown once, right after.',
  chosen: (actions: number, places: readonly string[], form: Pick<KeyForm, 'all' | 'places'>) =>
    `${counted(actions, 'action')}, ${placesOf(places, form)}`,
  added: (id: string) => (id === '' ? 'A key was added' : `Key ${id} was added`),
  onlyNow:
    'This is the only time its value is shown. Quarry does not store or log it, and the server cannot show it again.',
  copied: {
    leaves: 'Copied. Cleared from the clipboard after 60 seconds, or when Quarry closes.',
    stays: 'Copied. It stays on the clipboard until something else is copied.',
    no: 'Could not copy the value.',
  },
  saveFirst: 'Copy the value or save it elsewhere first: it is not shown again.',
  maybeAdded: 'It is not known whether a key was added',
  noScope: 'Keys of this server cannot be derived from others.',
  madeHere: 'It is made on this computer from the value of another key. Nothing is sent to the server.',
  forgets: 'Quarry forgets it when this sheet closes.',
  unknownSource: 'No key in the list begins like this.',
  noParameters: 'Type what the key is limited to.',
  noScoped: 'Type the value of the other key and what this one is limited to.',
  deletes: (key: string) => `Delete ${key}?`,
  deleted: (key: string) => `Deleted ${key}.`,
  notDeleted: (key: string) => `Could not delete ${key}`,
  maybeDeleted: (key: string) => `It is not known whether ${key} was deleted`,
}
