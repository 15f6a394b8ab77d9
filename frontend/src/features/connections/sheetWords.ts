import type { HostError, ImportItem } from '../../host'

/** The sentences of the sheets over the list of connections. Help for certificates is in helps.ts. */
export const sheetWords = {
  discard: 'Discard what you filled in?',
  notSaved: 'The connection has not been saved.',
  newConnection: 'New Connection',
  aNewConnection: 'a new connection',
  deleted: 'Its stored secrets are deleted too. The cluster and its data are not changed.',
  willBeAdded: (name: string) => `${name} will be added.`,
  ungrouped: 'Its connections are kept, ungrouped.',
  noStore: 'No credential store was found',
  whyNoStore:
    'Quarry saves secrets nowhere else. Start a keyring service (Secret Service) and try again, or keep the secret until you quit.',
  inKeychain: 'in the system keychain',
  thisRun: 'until Quarry quits',
  fromURL: 'New Connection from a URL',
  aboutURL: 'The user name and password go into their own fields. The URL itself is not saved.',
  importing: 'Import Connections',
  aboutImport: 'Choose a file from Export Connections. It contains no secrets: each connection asks for its own.',
  inFile: 'Connections in the file',
  emptyFile: 'This file contains no connections.',
  dropFile: 'Drop a file here, or choose one',
  file: 'Connections file',
  toExport: 'Connections to export',
  marks: 'Colour and Tags',
  byCommas: 'Separated by commas',
  tagsInUse: 'Tags in use',
  wouldHelp: 'What would help',
}

const roots = (own: boolean) => (own ? 'the CA file' : 'the system trust store')

/** The words for the certificates that a server presented. */
export const chainWords = {
  title: (address: string) => `Certificates that ${address} presented`,
  selfSigned: 'Self-signed',
  issuedBy: (issuer: string) => `Issued by ${issuer}`,
  valid: (from: string, to: string) => `Valid ${from} to ${to}`,
  validTo: (to: string) => `Valid to ${to}`,
  noNames: 'No names',
  names: (names: readonly string[], more: number) => `Names: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  matches: 'Name and dates match',
  notIssuer: 'Did not issue the next certificate',
  notChecked: 'Not checked',
  trusted: 'Trusted',
  chainValid: 'Chain valid',
  notFor: (host: string) => `Not for ${host}`,
  expired: (on: string) => `Expired on ${on}`,
  notYet: (before: string) => `Not valid before ${before}`,
  issuerNotTrusted: 'Its issuer is not trusted',
  notIn: (own: boolean) => `Not in ${roots(own)}`,
  otherUse: 'Not valid for this use',
  unchecked: 'The chain was not checked: this SSL mode accepts any certificate.',
  leadsTo: (own: boolean) => `The chain ends at an authority in ${roots(own)}.`,
}

/** The words for a connection in a file before importing it. */
export const importWords = {
  leave: 'Leave',
  skip: 'Skip',
  add: (as: string) => (as === '' ? 'Add' : `Add as ${as}`),
  replace: (here: string) => `Replace ${here}`,
  unusable: 'Cannot be used',
  standing: { new: 'New', named: 'Name in use', changed: 'Changed', same: 'Already here' } satisfies Record<
    ImportItem['standing'],
    string
  >,
  differs: (settings: string) => `Differs in ${settings}.`,
  secretsGo: 'Replacing it deletes its stored secrets, which belong to its current settings.',
  noDriver: (driver: string) =>
    `The driver ${driver} is not installed, and the registry does not offer it. You can open the connection once the driver is installed.`,
}

/** The questions before deleting something. */
export const deleteWords = {
  connection: (name: string) => `Delete the connection ${name}?`,
  group: (name: string) => `Delete the group ${name}?`,
}

/** The words for a copy whose secrets cannot be copied. */
export function notCopiedWords(name: string): string {
  return `Quarry can’t copy the secrets of ${name}, so nothing was added. Duplicate it without secrets and enter them later.`
}

/** Why a connection's secrets are requested, and where they are kept. */
export function whyAsked(reason: HostError): string {
  if (reason.kind === 'keyring') return `${reason.failure.message}. Quarry keeps it until you quit.`
  return `${reason.failure.message} Without a credential store, Quarry keeps it until you quit.`
}
