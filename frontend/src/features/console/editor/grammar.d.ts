declare module '*.grammar' {
  import type { LRParser } from '@lezer/lr'

  export const parser: LRParser
}

declare module '*.grammar.terms' {
  export const JsonArray: number
  export const Body: number
  export const Comment: number
  export const Definition: number
  export const Line: number
  export const LineComment: number
  export const LineVariable: number
  export const Literal: number
  export const LongString: number
  export const Method: number
  export const JsonNumber: number
  export const JsonObject: number
  export const Other: number
  export const Path: number
  export const PropertyName: number
  export const Query: number
  export const Request: number
  export const Statement: number
  export const Stray: number
  export const JsonString: number
  export const Variable: number
  export const closeBrace: number
  export const closeBracket: number
  export const colon: number
  export const comma: number
  export const gap: number
  export const indent: number
  export const lineEnd: number
  export const missing: number
  export const openBrace: number
  export const openBracket: number
  export const space: number
}
