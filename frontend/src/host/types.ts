import type { HiddenColumn } from '../lib/roles'
/** What the bound structs take and give. Counts and other 64-bit integers travel as text. */
import type { FilterClass, ObjectFilters, Operator, RowMoment, RowNote, RowRefusal } from './filter'
import type { ObjectKind } from './objects'
import type { TLSReport } from './tls'

export type Kind =
  | 'auth'
  | 'connect'
  | 'tls'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'refused'
  | 'unsupported'
  | 'engine'
  | 'internal'
  | 'crashed'
  | 'timeout'
  | 'cancelled'
  | 'keyring'
  | 'registry'
  | 'driver-missing'
  | 'secret'

export interface Failure {
  kind: Kind
  message: string
  hint: string
  code: string
  detail: string
  /** A request that would help, to be sent elsewhere as it is written. */
  remedy?: string
  op: string
  status: number
  /** What the server presented where a connection failed over HTTPS. */
  tls: TLSReport | null
  /** Sentences to show at fields of the connection's form. */
  fields?: FieldNote[]
}

export interface FieldNote {
  id: string
  text: string
}

export interface AppInfo {
  version: string
  platform: 'mac' | 'windows' | 'linux'
  theme: '' | 'light' | 'dark'
  /** Percent of the usual text size. */
  textSize: number
  rowHeight: 'compact' | 'normal' | 'relaxed'
}

/** The form of a connection, as the driver's manifest describes it. */
export interface Condition {
  field: string
  is: string[]
}
export interface Choice {
  value: string
  label: string
  gloss: string
}
export interface FormField {
  id: string
  label: string
  kind: 'text' | 'number' | 'choice' | 'secret' | 'switch' | 'file'
  default: string
  placeholder: string
  required: boolean
  mono: boolean
  hint: string
  warnOn: string
  suffix: string
  advanced: boolean
  separator: boolean
  beside: string
  segmented: boolean
  comesLater: string
  when: Condition | null
  min: number
  max: number
  options: Choice[]
}
export interface FormTab {
  id: string
  title: string
  fields: FormField[]
}
export interface Database {
  id: string
  title: string
  badge: string
  badgeFill: string
  badgeText: string
  summary: string
  version: string
  publisher: string
  source: string
  size: string
  /** Why it cannot be used as it is, '' for nothing. */
  problem: string
  /** True where installing it is no way out of the problem. */
  blocked: boolean
  installed: boolean
  installedVersion: string
  /** The version that the registry offers in place of the one that is there, '' for none. */
  update: string
  /** The version that waits until the last connection closes, '' for none. */
  staged: string
  objects: string
  object: string
  rows: string
  row: string
  note: string
  tabs: FormTab[]
}
export interface Registry {
  databases: Database[]
  checked: string
  sequence: string
  notice: string
  /** Where the registry is, '' where none is set. */
  address: string
  /** Why the address cannot be changed, '' where it can. */
  fixed: string
  /** True where the address is the user's, not the build's own. */
  chosen: boolean
}

/** An open connection of a driver, with the driver's version that it runs. */
export interface PluginUse {
  session: string
  connection: string
  name: string
  version: string
}
/** An installed driver as it is looked after. */
export interface Plugin {
  id: string
  title: string
  badge: string
  badgeFill: string
  badgeText: string
  /** '' where its files cannot be loaded, which the problem explains. */
  version: string
  publisher: string
  protocol: number
  size: string
  enabled: boolean
  staged: string
  update: string
  problem: string
  /** True where the registry offers it, so that it can be installed again. */
  offered: boolean
  inUse: boolean
  uses: PluginUse[]
}
export interface PluginList {
  plugins: Plugin[]
}
export interface InstalledFile {
  driver: string
  title: string
  version: string
  waits: boolean
}
export interface SettingsInfo {
  version: string
  profile: string
  secrets: 'system' | 'memory'
  notice: string
  /** Whether unsaved edits are written to the profile. */
  keepUnsaved: boolean
}

export interface InstallStep {
  title: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  note: string
}
export interface InstallProgress {
  running: boolean
  done: string
  total: string
  rate: string
  steps: InstallStep[]
}

export interface FieldValue {
  id: string
  value: string
}
export interface SecretValue {
  id: string
  value: string
  replace: boolean
}
export interface Connection {
  id: string
  name: string
  driver: string
  title: string
  badge: string
  badgeFill: string
  badgeText: string
  host: string
  port: string
  colour: string
  group: string
  tags: string[]
  version: string
  lastOpened: string
  safeMode: string
  fields: FieldValue[]
  /** The ids of the secrets that are set. */
  secrets: string[]
  /** Of these, those that are in memory until Quarry quits. */
  thisRun: string[]
  /** The names of the extra headers. The value of one is the secret `header:` and its name. */
  headers: string[]
  sample: boolean
  /** The address as a URL, without secrets; '' where there is none. */
  url: string
  /** Why there is no URL. */
  noUrl: string
}
export interface ConnectionGroup {
  name: string
  collapsed: boolean
}
export interface ConnectionList {
  connections: Connection[]
  groups: ConnectionGroup[]
  notice: string
}
export interface ConnectionDraft {
  id: string
  name: string
  driver: string
  colour: string
  /** The group of a new connection; one that is there stays in its own. */
  group: string
  fields: FieldValue[]
  headers: string[]
  secrets: SecretValue[]
  keepForThisRun: boolean
}
/** Why the user is asked before a connection is open, as a title without a full stop and what it means; both '' for nothing. */
export interface Warning {
  title: string
  text: string
}

export interface TestReport {
  /** What happened, without a full stop; '' where the text says it. */
  title: string
  text: string
  warning: Warning
  notices: string[]
  /** What the server presented; null for plain HTTP. */
  tls: TLSReport | null
}

/** The body of a request by which a server takes documents in bulk. */
export interface BulkFormat {
  title: string
  /** What a file of it has, in a sentence. */
  hint: string
  /** Why a column with values beside the documents is left out; {name} stands for the column. */
  noBeside: string
}

export interface SessionInfo {
  id: string
  connection: string
  name: string
  product: string
  badge: string
  badgeFill: string
  badgeText: string
  colour: string
  safeMode: string
  /** Whether this is the sample data, whose changes last until it is closed. */
  sample: boolean
  warning: Warning
  notices: string[]
  objectNoun: string
  objectsNoun: string
  rowNoun: string
  rowsNoun: string
  sidebarNote: string
  /** What can be opened by its name, in the driver's words; '' where nothing can. */
  byName: string
  /** The title of the switch that lists aliases and the like too, '' where there are none. */
  also: string
  emptyText: string
  /** What is said where a user looks for what the engine does not have; {name} stands for an object, '' for nothing. */
  noEmpty: string
  noDrop: string
  noImport: string
  noTransactions: string
  /** What a typed request looks like; '' if the driver has no console. */
  request: string
  /** How the server takes documents in bulk; without a title, it does not. */
  bulk?: BulkFormat
  /** What the structure of an object shows, in the driver's words. */
  structure: string
  /** The kinds of objects. */
  kinds: ObjectKind[]
  /** The operators of filter rows, in the order in which they are offered. */
  operators: Operator[]
  /** Whether the driver can write documents to a file. */
  exports: boolean
  /** Whether the driver can summarize the values of a column. */
  statistics: boolean
  /** Whether the driver reads figures about the server. */
  dashboard: boolean
  /** Why this server has no such figures; '' if it has. */
  noFigures: string
  /** Whether the engine can measure a search that is typed in the console. */
  profiles: boolean
  /** Names what the driver knows of typed requests, which /data/completion returns; '' if it knows nothing. */
  completion: string
}
/** The safe mode that is in force in an open connection. */
export interface SafeModeInfo {
  safeMode: string
}
export interface ObjectItem {
  name: string
  kind: string
  size: string
  count: string
  closed: boolean
  /** '' where nothing is wrong. */
  health: '' | 'yellow' | 'red'
  /** How many others it stands for, such as the indices of an alias; 0 where it stands for itself. */
  stands: number
}
export interface ObjectList {
  objects: ObjectItem[]
  notices: string[]
  /** How many more could be listed, where nothing else can. */
  others: number
  /** What is said where nothing is listed, '' for no more than that. */
  empty: string
}
/** How objects are sorted: by their names, or most documents or the largest first. */
export type ObjectOrder = '' | 'documents' | 'size'
export interface Favourite {
  name: string
  kind: string
}
/** How the objects of a connection are listed, as it is remembered. */
export interface SidebarState {
  /** Whether aliases and the like are listed too. */
  also: boolean
  sort: ObjectOrder
  favourites: Favourite[]
  /** The ids of the sections of which only the heading is shown. */
  folded: string[]
}
export interface CountItem {
  name: string
  count: string
  error: string
}
export interface CountList {
  counts: CountItem[]
}

/** What a number counts since 1970. */
export type Epoch = 'seconds' | 'milliseconds'

export interface GridColumn {
  name: string
  type: string
  kind: 'text' | 'number' | 'boolean' | 'date' | 'json' | 'id'
  integer: boolean
  primary: boolean
  readOnly: boolean
  sortable: boolean
  reason: string
  /** Which types the field has in which indices, '' where it has one. */
  conflict: string
  /** The paths of the arrays of objects around it, outermost first. */
  nested?: string[]
  /** The position of its class in ViewInfo.filters, -1 where none is known: see filterClassOf. */
  filter?: number
  /** Documents have it, but the schema has not. */
  outside?: boolean
  /** The server computes it when rows are read, so that it cannot be exported. */
  computed?: boolean
  /** Its values are beside the document, such as its id. */
  beside?: boolean
  /** The name of the hidden value that it shows, '' for none. */
  hidden?: string
  /** What a bare number counts since 1970 in a column of dates, '' or undefined if that is not known. */
  epoch?: Epoch | ''
  /** Few documents have it: it is hidden where no row has a value. */
  rare?: boolean
  /** What a new row is given by typing it into the column; its name is '' where that is nothing. */
  sets?: SetValue
}
/** A hidden value that a new row can be given: its name, what it is called, and what it is for. */
export interface SetValue {
  name: string
  title: string
  hint: string
}
export interface SortBy {
  column: string
  desc: boolean
}
export interface ViewInfo {
  id: string
  object: string
  generation: number
  pageSize: number
  columns: GridColumn[]
  readOnly: string
  notices: string[]
  reach: string
  reachNote: string
  maxSort: number
  sortFull: string
  /** Rows that cannot be edited though the others can; null for none. */
  readOnlyRows?: ReadOnlyRows[] | null
  filters?: FilterClass[]
  /** What is saved for the object, where it was just opened and this could be read. */
  layout?: Layout | null
  presets?: ObjectFilters | null
  /** Which of 'create', 'delete', 'remove', 'restore' and 'drop' the driver can plan here. */
  acts?: string[]
  /** Where a row can be created, as the value of its place; one for a single place. */
  targets?: string[]
  /** The values of each row that no column shows. */
  hidden?: HiddenColumn[]
  /** Whether single rows can be found by their keys, so that a selection can be exported. */
  selectable?: boolean
  /** Whether its documents can be exported as the body of a bulk request. */
  bulk?: boolean
  /** How many parts of it an export can read at the same time; 0 for one. */
  slices?: number
  /** Whether an export of it can be sorted and limited. */
  ordered?: boolean
}
/** The rows whose hidden value of that name begins with the prefix and has only these characters, and why they cannot be
 * edited. */
export interface ReadOnlyRows {
  key: string
  prefix: string
  /** '' for any */
  chars: string
  reason: string
}
export interface PageNotice {
  text: string
  detail: string
  /** It names fields that have columns once the rows are refreshed. */
  columns?: boolean
}
export interface PageInfo {
  rows: number
  millis: number
  elapsed: number
  end: boolean
  notices: PageNotice[]
  /** When the snapshot was taken that the page was read in, in milliseconds since 1970; '' for none. */
  snapshot: string
  /** What to know of how the rows are read from here on. */
  note: string
  /** True where the first page differs from the snapshot and is read again. */
  stale: boolean
  /** Rows are missing, as the notices say: the page is read again the next time it is viewed. */
  partial: boolean
}
/** How far a jump to a far page is, in rows; total is '' where none is under way. */
export interface PageProgress {
  done: string
  total: string
}
/**
 * How the rows of a view are arranged (Grid.Arrange). If rows of the filter are refused, the generation is -1 and nothing
 * has changed.
 */
export interface Arranged {
  /** Of the pages of these rows; those before it stay until they are dropped. */
  generation: number
  /** Without the columns that cannot be sorted. */
  sort: SortBy[]
  /** One for each row of the filter, in the engine's own language. */
  clauses: string[]
  refusals: RowRefusal[]
  notes?: RowNote[]
  moments?: RowMoment[]
  /** Another view that has the pages, where columns or page size differ; else null. */
  view: ViewInfo | null
}

export interface ViewCount {
  count: string
}
/** What is told about the documents of a page, of which the bytes are the text. */
export interface DocumentsInfo {
  documents: number
  /** The page has further ones, which would make the text too long. */
  more: boolean
  /** They are not the documents of the rows that were read. */
  changed: boolean
  millis: number
  notices: PageNotice[]
}
/** What is told about a whole value, of which the bytes are the text. */
export interface ValueInfo {
  kind: number
  changed: boolean
}
/** What is kept of one column; a width of 0 is the column's own. */
export interface LayoutColumn {
  name: string
  width: number
  hidden: boolean
  pinned: boolean
}
/** How the columns of an object are laid out, in their order. */
export interface Layout {
  columns: LayoutColumn[]
  hideEmpty: boolean
  /** Rows per page, with which the object is opened; 0 or none for what the connection's options say. */
  pageSize?: number
}
export interface DriverState {
  driver: string
  stopped: boolean
  reason: string
}

/** One of the definitions that the objects of a connection have, such as a mapping. */
export interface DefinitionName {
  name: string
  title: string
}
/** What is told about the table of an object's fields, which comes as a page block. */
export interface StructureInfo {
  columns: { title: string; width: number }[]
  facts: { label: string; value: string }[]
  /** Why nothing can be changed here, and how it can be. */
  note: string
  elapsed: number
}
/** What is told about a definition, which comes as a text in JSON. */
export interface DefinitionInfo {
  note: string
  elapsed: number
}
