/** How long a text rests before it is saved, in milliseconds. */
export const restsFor = 500
/** The longest text that is saved, in characters. */
export const longestSaved = 500_000

/** A text is not saved if a request in it can carry credentials, if it is not clear what it is, or if it is too long. */
export type Unsaved = '' | 'private' | 'unclear' | 'long'
