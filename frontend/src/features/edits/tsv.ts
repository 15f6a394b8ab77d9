const plain = /[^\t\r\n]*/y
const lineEnd = /\r\n|\r|\n/y

/**
 * The cells of a text as spreadsheets put it on the clipboard: tabs between the cells, line ends between the rows and
 * perhaps after the last. A cell in quotes may have both in it, with its own quotes doubled. One that only begins with a
 * quote is taken as it is, and so is a text that is one cell with nothing in it that needs quotes.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    const close = text[at] === '"' ? closingQuote(text, at) : -1
    if (close < 0) rows.at(-1)?.push(take(plain)?.[0] ?? '')
    else {
      rows.at(-1)?.push(text.slice(at + 1, close).replaceAll('""', '"'))
      at = close + 1
    }
    if (text[at] === '\t') at += 1
    else if (take(lineEnd) && at < text.length) rows.push([])
    else break
  }
  const [[first] = []] = rows
  const single = rows.length === 1 && rows[0]?.length === 1 && first !== undefined
  return single && !/[\t\r\n]/.test(first) ? [[text.replace(/(?:\r\n|\r|\n)$/, '')]] : rows
}

/** Where the quotes end that begin at a place, -1 if they do not end with their cell. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  const after = text[at + 1]
  return at >= 0 && (after === undefined || '\t\r\n'.includes(after)) ? at : -1
}
