// SPEC: CNS-08
import { describe, expect, it } from 'vitest'
import { insertionOf, nameAt } from './placing'

/** A text with a request inserted at the mark |. */
function inserted(marked: string): string {
  const place = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { at, insert } = insertionOf(text, place, 'GET /new')
  return text.slice(0, at) + insert + text.slice(at)
}

describe('a saved request', () => {
  it.each([
    ['into an empty text', '|', 'GET /new'],
    ['below the request whose body the cursor is in', 'GET /a\n{ |}\n', 'GET /a\n{ }\n\nGET /new\n'],
    ['at the cursor below the last request', 'GET /a\n{}\n\n|', 'GET /a\n{}\n\nGET /new'],
    [
      'above the comment of the next request',
      'GET /a|\n{}\n\n# of b\n@b = 1\nGET /b',
      'GET /a\n{}\n\nGET /new\n\n# of b\n@b = 1\nGET /b',
    ],
    ['below a comment that begins the text', '# ab|out\nGET /a', '# about\n\nGET /new\nGET /a'],
  ])('is inserted %s', (_, text, want) => {
    expect(inserted(text)).toBe(want)
  })

  it('is named by its first line', () => {
    const text = '# x\n\n get   books/_search\n{}\n'
    expect(nameAt(text, text.length)).toBe('get books/_search')
    expect(nameAt(text, 0)).toBe('')
  })
})
