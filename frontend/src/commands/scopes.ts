/**
 * The scopes of commands, from the outermost to the innermost: the innermost visible scope that has a command handles
 * it. A pane has its commands only while the focus is in it; a dialog hides all scopes before it.
 */
export const scopes = [
  'window',
  'connections',
  'workspace',
  'object',
  'rows',
  'console',
  'dashboard',
  'keys',
  'pane',
  'dialog',
] as const

export type Scope = (typeof scopes)[number]

/** Why a command cannot run while its scope is not shown, if no outer scope has a reason. */
export const absent: Record<Scope, string> = {
  window: 'Nothing to act on.',
  connections: 'Go to the list of connections to use this command.',
  workspace: 'Open a connection first.',
  object: 'Open a connection first.',
  rows: 'Open a connection first.',
  console: 'Open a console first.',
  dashboard: 'Open the server dashboard first.',
  keys: 'Open Users & Roles first.',
  pane: 'Nothing to act on.',
  dialog: 'Open the dialog of this command first.',
}
