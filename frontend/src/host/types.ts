import type { HiddenColumn } from '../lib/roles'
/** Arguments and results of the bound structs. Counts and other 64-bit integers are sent as text. */
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
  /** A request that would help, for the user to send elsewhere. */
  remedy?: string
  op: string
  status: number
  /** What the server presented if a connection failed over HTTPS. */
  tls: TLSReport | null
  /** Messages for fields of the connection's form. */
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
  /** Why it cannot be used as it is, '' if it can. */
  problem: string
  /** True where installing it is no way out of the problem. */
  blocked: boolean
  installed: boolean
  installedVersion: string
  /** The version that the registry offers as an update, '' for none. */
  update: string
  /** The version that is activated when the last connection closes, '' for none. */
  staged: string
  objects: string
  object: string
  rows: string
  row: string
  note: string
  /** Whether it has sample data. */
  sample: boolean
  tabs: FormTab[]
}
export interface Registry {
  databases: Database[]
  checked: string
  sequence: string
  notice: string
  /** The registry's address, '' if none is set. */
  address: string
  /** Why the address cannot be changed, '' where it can. */
  fixed: string
  /** True if the user set the address, false if it is built in. */
  chosen: boolean
}

/** An open connection of a driver, and the driver version that it runs. */
export interface PluginUse {
  session: string
  connection: string
  name: string
  version: string
}
/** An installed driver, as the settings show it. */
export interface Plugin {
  id: string
  title: string
  badge: string
  badgeFill: string
  badgeText: string
  /** '' if its files cannot be loaded; problem says why. */
  version: string
  publisher: string
  protocol: number
  size: string
  enabled: boolean
  staged: string
  update: string
  problem: string
  /** True if the registry offers it, so that it can be reinstalled. */
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

/** A newer version of the application, if the registry offers one. */
export interface UpdateInfo {
  /** Why Quarry does not update itself, '' if it does. */
  managed: string
  /** The newer version, '' for none. */
  version: string
  summary: string
  /** Bytes of the installer. */
  size: string
  /** RFC 3339, '' if the registry was not read since the start. */
  checked: string
  /** The installer's file, '' until it is downloaded. */
  downloaded: string
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
  /** The ids of the stored secrets. */
  secrets: string[]
  /** Those of them that are kept in memory only, until Quarry quits. */
  thisRun: string[]
  /** The names of the extra headers. The value of one is the secret `header:` and its name. */
  headers: string[]
  sample: boolean
  /** Whether the organisation set it, so that it cannot be changed. */
  preset?: boolean
  /** The address as a URL, without secrets; '' where there is none. */
  url: string
  /** Why there is no URL. */
  noUrl: string
}
export interface ConnectionGroup {
  name: string
  collapsed: boolean
  /** Whether it is the organisation's, which cannot be changed. */
  preset?: boolean
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
  /** The group of a new connection; an existing one stays in its group. */
  group: string
  fields: FieldValue[]
  headers: string[]
  secrets: SecretValue[]
  keepForThisRun: boolean
}
/**
 * Why to ask the user before the connection is opened: a title without a full stop, and an explanation; both '' if
 * there is nothing to ask.
 */
export interface Warning {
  title: string
  text: string
}

export interface TestReport {
  /** What happened, without a full stop; '' if the text says it. */
  title: string
  text: string
  warning: Warning
  notices: string[]
  /** What the server presented; null for plain HTTP. */
  tls: TLSReport | null
}

/** The bulk request body that a server accepts. */
export interface BulkFormat {
  title: string
  /** What such a file contains, in a sentence. */
  hint: string
  /** Why a metadata column is left out; {name} stands for the column. */
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
  /** The loosest safe mode that the organisation allows, '' or absent for any. */
  leastSafeMode?: string
  /** Whether this is the sample data, whose changes last until it is closed. */
  sample: boolean
  warning: Warning
  notices: string[]
  objectNoun: string
  objectsNoun: string
  rowNoun: string
  rowsNoun: string
  sidebarNote: string
  /** What can be opened by name, in the driver's words; '' if nothing can. */
  byName: string
  /** The title of the switch that also lists aliases and the like, '' if there are none. */
  also: string
  emptyText: string
  /** The note for users who look for something that the engine lacks; {name} stands for an object, '' for no note. */
  noEmpty: string
  noDrop: string
  noImport: string
  noTransactions: string
  /** An example request; '' if the driver has no console. */
  request: string
  /** How the server accepts documents in bulk; without a title, it does not. */
  bulk?: BulkFormat
  /** What an object's structure contains, in the driver's words. */
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
  /** Whether the driver manages the keys of the server. */
  keys: boolean
  /** Whether the engine can profile a search typed in the console. */
  profiles: boolean
  /** The name of the driver's completion facts, which /data/completion returns; '' for none. */
  completion: string
}
/** The safe mode in force in an open connection. */
export interface SafeModeInfo {
  safeMode: string
}
export interface ObjectItem {
  name: string
  kind: string
  size: string
  count: string
  closed: boolean
  /** '' if nothing is wrong. */
  health: '' | 'yellow' | 'red'
  /** The number of objects behind it, such as the indices of an alias; 0 if it is not an alias or the like. */
  stands: number
}
export interface ObjectList {
  objects: ObjectItem[]
  notices: string[]
  /** How many more could be listed if the list is empty. */
  others: number
  /** The message for an empty list, '' for the default. */
  empty: string
}
/** How objects are sorted: by name, or by most documents or largest size first. */
export type ObjectOrder = '' | 'documents' | 'size'
export interface Favourite {
  name: string
  kind: string
}
/** How a connection's objects are listed, as it is stored. */
export interface SidebarState {
  /** Whether aliases and the like are also listed. */
  also: boolean
  sort: ObjectOrder
  favourites: Favourite[]
  /** The ids of the collapsed sections. */
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

/** The unit of a number that counts from 1970. */
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
  /** Which types the field has in which indices, '' if it has one. */
  conflict: string
  /** The paths of the arrays of objects around it, outermost first. */
  nested?: string[]
  /** The position of its class in ViewInfo.filters, -1 where none is known: see filterClassOf. */
  filter?: number
  /** Documents have it, but the schema does not. */
  outside?: boolean
  /** The server computes it when rows are read, so that it cannot be exported. */
  computed?: boolean
  /** Its values are not part of the document, such as the id. */
  beside?: boolean
  /** The name of the hidden value that it shows, '' for none. */
  hidden?: string
  /** The unit of a bare number since 1970 in a column of dates, '' or undefined if unknown. */
  epoch?: Epoch | ''
  /** Few documents have it: it is hidden if no row has a value. */
  rare?: boolean
  /** The hidden value that typing into the column sets for a new row; its name is '' for none. */
  sets?: SetValue
}
/** A hidden value that can be set for a new row: its name, its label, and what it is for. */
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
  /** Rows that cannot be edited although the others can; null for none. */
  readOnlyRows?: ReadOnlyRows[] | null
  filters?: FilterClass[]
  /** The stored layout of an object that was just opened; absent if it could not be read. */
  layout?: Layout | null
  presets?: ObjectFilters | null
  /** Which of 'create', 'delete', 'remove', 'restore', 'drop' and 'empty' the driver can plan here. */
  acts?: string[]
  /** The places where a row can be created; one entry if there is only one. */
  targets?: string[]
  /** The hidden values of each row. */
  hidden?: HiddenColumn[]
  /** Whether single rows can be found by their keys, so that a selection can be exported. */
  selectable?: boolean
  /** Whether its documents can be exported as a bulk request body. */
  bulk?: boolean
  /** How many slices of it an export can read in parallel; 0 for one. */
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
  /** It names fields that become columns when the rows are refreshed. */
  columns?: boolean
}
export interface PageInfo {
  rows: number
  millis: number
  elapsed: number
  end: boolean
  notices: PageNotice[]
  /** When the page's snapshot was taken, in milliseconds since 1970; '' for none. */
  snapshot: string
  /** A note on how the following rows are read. */
  note: string
  /** True if the first page differs from the snapshot and has to be loaded again. */
  stale: boolean
  /** Rows are missing, as the notices say: the page is loaded again when it is next viewed. */
  partial: boolean
}
/** The progress of a jump to a far page, in rows; total is '' if none is under way. */
export interface PageProgress {
  done: string
  total: string
}
/** The result of Grid.Arrange. If filter rows are refused, the generation is -1 and nothing has changed. */
export interface Arranged {
  /** The generation of these rows' pages; earlier ones stay until they are dropped. */
  generation: number
  /** Without the columns that cannot be sorted. */
  sort: SortBy[]
  /** One for each row of the filter, in the engine's own language. */
  clauses: string[]
  refusals: RowRefusal[]
  notes?: RowNote[]
  moments?: RowMoment[]
  /** The new view of the pages, if columns or page size differ; else null. */
  view: ViewInfo | null
}

export interface ViewCount {
  count: string
}
/** Information about the documents of a page; the bytes are their text. */
export interface DocumentsInfo {
  documents: number
  /** The page has more, which would make the text too long. */
  more: boolean
  /** They are not the documents of the loaded rows. */
  changed: boolean
  millis: number
  notices: PageNotice[]
}
/** Information about a whole value; the bytes are its text. */
export interface ValueInfo {
  kind: number
  changed: boolean
}
/** The stored layout of one column; a width of 0 is the default. */
export interface LayoutColumn {
  name: string
  width: number
  hidden: boolean
  pinned: boolean
}
/** The column layout of an object, in order. */
export interface Layout {
  columns: LayoutColumn[]
  hideEmpty: boolean
  /** The object's rows per page; 0 or missing for the connection's default. */
  pageSize?: number
}
export interface DriverState {
  driver: string
  stopped: boolean
  reason: string
}

/** One of the definitions of a connection's objects, such as a mapping. */
export interface DefinitionName {
  name: string
  title: string
}
/** Information about the table of an object's fields, which is a page block. */
export interface StructureInfo {
  columns: { title: string; width: number }[]
  facts: { label: string; value: string }[]
  /** Why nothing can be changed here, and how to change it. */
  note: string
  elapsed: number
}
/** Information about a definition, which is JSON text. */
export interface DefinitionInfo {
  note: string
  elapsed: number
}
