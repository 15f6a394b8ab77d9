import { organisationWords } from '../../lib/organisation'

/**
 * The sentences of the list of connections, the first screen. Those of the sheets are in sheetWords.ts, which is loaded
 * with them.
 */
export const words = {
  show: 'Show',
  preset: organisationWords.fixed,
  selectFirst: 'Select a connection first.',
  search: 'Search connections',
  searchHint: 'Search name, host or tag',
  unread: 'Could not load the connections',
  noForm: 'Could not open the form',
  incomplete: 'Its address is incomplete.',
  groupsAndTags: 'Groups and tags',
  noGroups: 'No groups',
  newGroup: 'New group',
  dragHere: 'No connections. Drag one here.',
  noRecent: 'No recent connections',
  emptyGroup: 'This group has no connections',
  unusedTag: 'No connection has this tag',
  neverExported: 'Secrets are never exported.',
  stored: (field: string) => `A stored ${field} is never shown again. Replace it to change it.`,
  exporting: 'Export Connections',
  urlCopied: 'The URL was copied, without secrets',
  urlNotCopied: 'The URL was not copied',
  none: 'No connections yet',
  about: 'Each connection points to one cluster. Its indices or collections appear in the sidebar.',
  chooseSample: 'Choose Sample Data',
  aboutSample:
    'Sample data starts a small server on this computer, with books, a web log and more. Nothing leaves this computer.',
}

/** The words for the extra headers of a connection. */
export const headerWords = {
  label: 'Extra Headers',
  about: 'Sent with every request to this server only. Values are stored like passwords.',
  add: 'Add Header',
  name: 'Header name',
  value: 'Value',
  remove: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
  aName: 'the name of a header',
  aValue: (name: string) => `a value for ${name}`,
  valueOf: (name: string) => `Value of ${name}`,
}

/** The names of a connection's facts, and of the safe modes. */
export const factWords = {
  host: 'Host',
  port: 'Port',
  safeMode: 'Safe Mode',
  safeModes: { off: 'Off', confirm: 'Confirm writes', 'read-only': 'Read-only' } as Record<string, string>,
  group: 'Group',
  tags: 'Tags',
  headers: 'Extra Headers',
  lastOpened: 'Last opened',
  never: 'Never',
}

/** The message if a view of the list or its search shows nothing. */
export function noneWords(view: { kind: 'all' | 'recent' | 'group' | 'tag' }, search: string): string {
  if (search !== '') return `No connection matches “${search}”`
  const none = { all: words.none, recent: words.noRecent, group: words.emptyGroup, tag: words.unusedTag }
  return none[view.kind]
}

/** Why a connection's form cannot be shown without its driver. */
export function noDriver(connection: string): string {
  return `The driver for ${connection} is not installed, and the registry does not offer it.`
}

/** The messages for failed actions on a connection or a group. */
export const failedWords = {
  deleting: (name: string) => `${name} was not deleted`,
  duplicating: (name: string) => `${name} was not duplicated`,
  folding: (group: string) => `Could not save the state of ${group}`,
}
