import style from './syntax.module.css'

const {
  method = '',
  key = '',
  string = '',
  number = '',
  literal = '',
  comment = '',
  variable = '',
  punctuation = '',
} = style

/** The classes of words in code. */
export const syntax = { method, key, string, number, literal, comment, variable, punctuation }
