import { styleTags, tags } from '@lezer/highlight'

/** The highlighting category of each grammar node. */
export const colours = styleTags({
  Method: tags.keyword,
  Statement: tags.invalid,
  Path: tags.url,
  Query: tags.attributeValue,
  'Variable LineVariable': tags.special(tags.variableName),
  Definition: tags.definition(tags.variableName),
  'Comment LineComment': tags.comment,
  'Other Stray/...': tags.invalid,
  PropertyName: tags.propertyName,
  'JsonString LongString': tags.string,
  JsonNumber: tags.number,
  Literal: tags.bool,
  '{ } [ ]': tags.bracket,
  ': ,': tags.punctuation,
})
