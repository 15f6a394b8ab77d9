/**
 * Where commands are attached while it is shown, from the outermost to the innermost: the innermost that has a command
 * carries it out. A pane may have commands only while the focus is in it; a dialog covers all before it.
 */
export const scopes = [
  'window',
  'connections',
  'workspace',
  'object',
  'rows',
  'console',
  'dashboard',
  'pane',
  'dialog',
] as const

export type Scope = (typeof scopes)[number]

/** Why a command cannot run while its scope is not shown, if no outer scope has its own reason. */
export const absent: Record<Scope, string> = {
  window: 'Nothing to act on.',
  connections: 'Go to the list of connections to use this command.',
  workspace: 'Open a connection first.',
  object: 'Open a connection first.',
  rows: 'Open a connection first.',
  console: 'Open a console first.',
  dashboard: 'Open the server dashboard first.',
  pane: 'Nothing to act on.',
  dialog: 'The dialog of this command is not open.',
}
