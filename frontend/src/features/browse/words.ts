import type { SessionInfo } from '../../host'
import type { SafeModeQuestion } from './safety'

/** Why a command is dimmed. */
export const allListed = 'Everything that can be opened is in the sidebar.'
export const noImport = 'Import is not available.'
export const onlySample = 'Only sample data can be reset.'
export const noneClosed = 'No tab was closed.'
export const notRows = 'Switch to Data to use this command.'
export const rowsNotLoaded = 'The rows have not loaded yet.'
export const rowNotLoaded = 'The row is not loaded yet.'
/** What is said where a row left the rows that are shown while one of its cells was being typed in. */
export const keptEdit = (row: string) => `Your edit of ${row} is kept. The row is no longer among those shown.`
export const noFilter = 'There is no filter.'
export const noDates = 'There is no column of dates.'
export const isHeading = 'Choose an object: this is the heading of a section.'
export const noStatistics = 'The driver of this connection has no statistics of columns.'
export const allDifferent = 'Every value of the key column is different.'
export const cannotEmpty = ({ objectNoun }: SessionInfo) =>
  `Quarry cannot empty ${/^[aeiou]/.test(objectNoun) ? 'an' : 'a'} ${objectNoun}.`
export const noObject = ({ objectNoun }: SessionInfo) => `No ${objectNoun} is open.`
export const otherTab = ({ rowsNoun }: SessionInfo) => `This tab does not show ${rowsNoun}.`
export const notPossible = (why: string) => `Not possible here: ${why}.`

/** Why an object cannot be opened. */
export const closedWords = ({ objectNoun, rowsNoun }: SessionInfo) =>
  `This ${objectNoun} is closed: its ${rowsNoun} cannot be read.`
export const isClosed = (name: string) => `${name} is closed.`

/** What became of reading the rows. */
export const cancelled = 'Reading was cancelled.'
export const overtaken = 'Another change of the rows came first.'
export const clearFilter = 'Clear the filter, then refresh.'
export const filterUnfit = (why: string) => `The filter no longer fits the columns: ${why}`
export const retryingIn = (seconds: number) => `Retrying in ${seconds} s.`

/** The tooltips of the status bar. */
export const snapshotTip = 'Later pages come from this snapshot, so no row is missed or repeated'
export const timeTip = (page: string) => `Load time of page ${page}, and the engine's share of it`

/** What is to be known of the documents of a page. */
export const changedDocuments =
  'The documents changed since the rows were read: refresh to see them in the rows as well.'
export const largeDocuments =
  'The documents of this page are too large to be shown together. A smaller page shows all of them.'

export const resetTitle = 'Reset the sample data?'
export const resetText =
  'All changes that were saved to the sample data are lost, and indices that were created are deleted.'

/** The safe modes as they can be chosen. */
export const safeModes: readonly { id: string; title: string; text: string }[] = [
  { id: 'off', title: 'Off', text: 'Writes are sent when you save or run them' },
  { id: 'confirm', title: 'Confirm writes', text: 'Each write is shown before it is sent' },
  { id: 'read-only', title: 'Read-only', text: 'Every write is blocked' },
]
export const safeModeTip = 'Safe mode: what Quarry does with writes. What your user may write is up to the server.'
const titleOfMode = (id: string) => safeModes.find((mode) => mode.id === id)?.title ?? id
export const safeModeWords = {
  ask: (name: string, now: string) =>
    now === 'read-only' ? `Allow writes to ${name}?` : `Change the safe mode of ${name}?`,
  means: ({ mode, saved }: SafeModeQuestion) =>
    `${saved ? 'The new safe mode is saved and applies when you next connect. To use it in the open connection now, switch. ' : ''}${
      mode === 'off'
        ? 'With safe mode off, writes are sent as soon as you save or run them.'
        : 'Each write is shown and confirmed before it is sent.'
    }`,
  keep: (now: string) => `Keep ${titleOfMode(now)}`,
  switchTo: (mode: string) => (mode === 'off' ? 'Turn Safe Mode Off' : `Switch to ${titleOfMode(mode)}`),
  unsaved: 'The safe mode was not saved',
  inForce: (name: string, now: string) => `Until you disconnect from ${name}, safe mode is ${titleOfMode(now)}.`,
}

/** The menu item that asks for a value of new rows: "Set Routing…". */
export const setTitle = (title: string) => `Set ${title}…`
