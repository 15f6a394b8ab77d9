import { count } from '../../lib/words'

/** Why a cell cannot be edited, or a row. */
export const untypable = 'This text has characters that cannot be typed.'
export const hasReturns = 'This text has carriage returns, which an input would drop.'
export const noColumn = 'There is no such column.'
export const toBeDeleted = 'This row is marked for deletion. Discard its changes to edit it.'
export const alreadyDeleted = 'This row was deleted.'
export const cutWords = (loaded: number, whole: number) =>
  `Only the first ${count(loaded)} of ${count(whole)} characters are loaded here. Enter opens the whole value.`
export const longWords = (characters: number) =>
  `This value has ${count(characters)} characters, too many to edit in the grid. Enter opens it.`
export const neverEmpty = (column: string, type: string) =>
  `${column} is of type ${type}, so it cannot hold empty text. Use Set to NULL or Remove Field.`
export const identifies = (column: string) => `${column} identifies the row, so it cannot be edited.`
export const inArray = (array: string) =>
  `Edit ${array} instead: fields inside an array of objects are edited in its JSON column.`
export const notStored = (column: string) => `${column} is not part of the stored document, so it cannot be edited.`
export const fullWords = (most: number) =>
  `At most ${count(most)} rows can be staged at once. Save or discard some first.`

/** The value that undoing a save brings back where only its beginning was loaded. */
export const asBefore = 'the value before the save'
