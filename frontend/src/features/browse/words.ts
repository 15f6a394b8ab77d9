import type { SessionInfo } from '../../host'

/** Why a command is dimmed. */
export const allListed = 'Everything that can be opened is in the sidebar.'
export const noImport = 'Import is not available.'
export const onlySample = 'Only sample data can be reset.'
export const noneClosed = 'No tab was closed.'
export const notRows = 'Switch to Data to use this command.'
export const rowsNotLoaded = 'The rows have not loaded yet.'
export const rowNotLoaded = 'The row is not loaded yet.'
export const noFilter = 'There is no filter.'
export const noDates = 'There is no column of dates.'
export const isHeading = 'Choose an object: this is the heading of a section.'
export const noStatistics = 'The driver of this connection has no statistics of columns.'
export const allDifferent = 'Every value of the key column is different.'
export const cannotEmpty = ({ objectNoun }: SessionInfo) => `Quarry cannot empty a ${objectNoun}.`
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

/** What is to be known of the documents of a page. */
export const changedDocuments =
  'The documents changed since the rows were read: refresh to see them in the rows as well.'
export const largeDocuments =
  'The documents of this page are too large to be shown together. A smaller page shows all of them.'

export const resetTitle = 'Reset the sample data?'
export const resetText =
  'All changes that were saved to the sample data are lost, and indices that were created are deleted.'
