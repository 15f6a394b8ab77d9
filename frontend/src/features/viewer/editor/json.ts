import { StreamLanguage } from '@codemirror/language'

/** JSON in colours. It is validated elsewhere. */
export const json = StreamLanguage.define({
  name: 'json',
  token: (stream) => {
    if (stream.eatSpace()) return null
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string'
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number'
    if (stream.match(/^\w+/)) return 'bool'
    stream.next()
    return 'punctuation'
  },
})
