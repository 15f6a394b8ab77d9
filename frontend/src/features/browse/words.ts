import type { SessionInfo } from '../../host'
import type { SafeModeQuestion } from './link/safety'

/** Why a command is dimmed. */
export const allListed = 'Everything that can be opened is in the sidebar.'
export const onlySample = 'Only sample data can be reset.'
export const noneClosed = 'There is no closed tab to reopen.'
export const notRows = 'Switch to Data to use this command.'
export const rowsNotLoaded = 'The rows have not loaded yet.'
export const rowNotLoaded = 'The row is not loaded yet.'
/** The message if a row disappears while one of its cells is being edited. */
export const keptEdit = (row: string) => `Your edit of ${row} is kept, but the row is no longer shown.`
export const noFilter = 'No filter is set.'
/** The message over the old rows while the filter bar says why its filter was not applied. */
export const notFiltered = (rowsNoun: string) => `The filter was not applied. These ${rowsNoun} were loaded earlier.`
export const noDates = 'There is no date column.'
export const isHeading = 'Select an item, not a section heading.'
export const noStatistics = 'This driver does not support column statistics.'
export const allDifferent = 'Every value of the key column is different.'
export const noObject = ({ objectNoun }: SessionInfo) => `No ${objectNoun} is open.`
export const otherTab = ({ rowsNoun }: SessionInfo) => `This tab does not show ${rowsNoun}.`
export const notPossible = (why: string) => `Not possible here: ${why}.`

/** Why an object cannot be opened. */
export const closedWords = ({ objectNoun, rowsNoun }: SessionInfo) =>
  `This ${objectNoun} is closed: its ${rowsNoun} cannot be read.`
export const isClosed = (name: string) => `${name} is closed.`

/** What happened to loading the rows. */
export const cancelled = 'Loading was cancelled.'
export const overtaken = 'Replaced by a newer change.'
export const clearFilter = 'Clear the filter, then refresh.'
export const filterUnfit = (why: string) => `The filter no longer fits the columns: ${why}`
export const retryingIn = (seconds: number) => `Retrying in ${seconds} s.`

/** The tooltips of the status bar. */
export const snapshotTip = 'Later pages come from this snapshot, so no row is missed or repeated'
export const timeTip = (page: string) => `Load time of page ${page}, and the engine's share of it`

/** Notes on the documents of a page. */
export const changedDocuments = 'The documents have changed since the rows were loaded. Refresh to update the rows.'
export const largeDocuments = 'This page is too large to show as JSON. Choose a smaller page size.'

export const resetTitle = 'Reset the sample data?'
export const resetText = 'This discards all saved changes to the sample data and deletes what you created.'

/** The safe modes in the menu. */
export const safeModes: readonly { id: string; title: string; text: string }[] = [
  { id: 'off', title: 'Off', text: 'Writes are sent when you save or run them' },
  { id: 'confirm', title: 'Confirm writes', text: 'Each write is shown before it is sent' },
  { id: 'read-only', title: 'Read-only', text: 'Every write is blocked' },
]
export const safeModeTip = 'Safe mode: what Quarry does with writes. Your permissions on the server still apply.'
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

/** The menu item to set a value of new rows: "Set Routing…". */
export const setTitle = (title: string) => `Set ${title}…`
