/** A text is not saved if a request in it can carry credentials, if it is not clear what it is, or if it is too long. */
export type Unsaved = '' | 'private' | 'unclear' | 'long'
