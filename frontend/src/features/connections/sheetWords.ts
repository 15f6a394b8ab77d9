import type { HostError } from '../../host'

/** The sentences of the sheets over the list of connections. The ones about certificates are in chain.ts and helps.ts. */
export const sheetWords = {
  discard: 'Discard what you filled in?',
  notSaved: 'The connection has not been saved.',
  newConnection: 'New Connection',
  aNewConnection: 'a new connection',
  deleted: 'Its stored secrets go with it. The cluster and its data stay as they are.',
  ungrouped: 'Its connections are kept, ungrouped.',
  noStore: 'No credential store was found',
  whyNoStore:
    'The password cannot be saved, and Quarry does not store secrets anywhere else. Start a keyring service (Secret Service) and try again, or keep the password until you quit.',
  inKeychain: 'in the system keychain',
  thisRun: 'until Quarry quits',
  fromURL: 'New Connection from a URL',
  aboutURL: 'User and password of the URL go to their own fields. The URL itself is not kept.',
  importing: 'Import Connections',
  aboutImport: 'A file made with Export…. It contains no secrets; each connection asks for its own.',
  inFile: 'Connections of the file',
  emptyFile: 'The file holds no connections.',
  dropFile: 'Drop a file here, or choose one',
  file: 'File of connections',
  toExport: 'Connections to export',
  marks: 'Colour and Tags',
  byCommas: 'Separated by commas',
  tagsInUse: 'Tags in use',
  wouldHelp: 'What would help',
}

/** The questions before something is deleted. */
export const deleteWords = {
  connection: (name: string) => `Delete the connection ${name}?`,
  group: (name: string) => `Delete the group ${name}?`,
}

/** What is said of a copy whose secrets cannot be copied. */
export function notCopiedWords(name: string): string {
  return `The secrets of ${name} cannot be copied, and nothing was added. A copy without them asks for them when it is edited.`
}

/** Why the secrets of a connection are asked for, and what becomes of them. */
export function whyAsked(reason: HostError): string {
  if (reason.kind === 'keyring') return `${reason.failure.message}. Quarry keeps it until you quit.`
  return `${reason.failure.message} Without a credential store, Quarry keeps it until you quit.`
}
