// SPEC: CNS-07
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { complete } from './complete'
import { cluster, grammarOf, twenty } from './fixture'
import type { Completion, Option } from './option'
import { lineStart, requestAt } from './request'
import { placeOf } from './scan'

const grammar = grammarOf('8.16.3')

/** Some requests recorded against a real 8.16, as they are typed. */
function recorded(): string[] {
  const file = gunzipSync(readFileSync(resolve('../testdata/exchanges/elasticsearch/exchanges-8.16.3.jsonl.gz')))
  const texts = new Set<string>()
  const lines = file.toString().split('\n')
  for (const line of lines.filter((one, i) => one !== '' && i % 40 === 0)) {
    const { request } = JSON.parse(line) as { request: { method: string; path: string; body: string | null } }
    const text = `${request.method} ${request.path}\n${request.body ?? ''}`
    if (text.length < 400) texts.add(text)
  }
  return [...texts]
}

/** The text up to the cursor after choosing an option; missing values are filled in with numbers. */
function chosen(text: string, { from }: Completion, { apply, stops }: Option): string {
  let filled = ''
  for (const [i, stop] of [...stops, apply.length].entries()) {
    const part = apply.slice(stops[i - 1] ?? 0, stop)
    const inQuotes = /"$/.test(part) && apply[stop] === '"'
    filled += part + (i === stops.length || inQuotes || /[{[]\s*$/.test(part) ? '' : '0')
  }
  return text.slice(0, from) + filled
}

/** True if the text after the first line is JSON once open brackets are closed. */
function wellFormed(text: string, from: number): boolean {
  const { frames, at, typed } = placeOf(text, from, text.length, text.length)
  const last = frames.at(-1)
  const missing = last?.state === 'value' && !last.array && at === 'value' && typed === '' ? '0' : ''
  const closed =
    text.slice(from).replace(/,\s*$/, '') +
    missing +
    frames
      .map(({ array }) => (array ? ']' : '}'))
      .toReversed()
      .join('')
  try {
    JSON.parse(closed)
    return true
  } catch {
    return false
  }
}

/** Whether an option conforms to the grammar: a word of the right kind, or JSON that keeps the text valid. */
function fits(text: string, completion: Completion, option: Option): boolean {
  const after = chosen(text, completion, option)
  if (option.kind === 'method') return grammar.routes.methods.includes(option.label)
  const start = requestAt(text, text.length)?.start ?? 0
  const line = lineStart(text, text.length)
  if (start === line) return /^\s*\w+ \S+$/.test(after)
  const lines = /_bulk|_msearch/.test(text.slice(start, text.indexOf('\n', start)))
  return wellFormed(after, lines ? line : text.indexOf('\n', start) + 1)
}

it('no prefix of a recorded request fails, and what is offered leaves it well-formed', () => {
  const texts = [...twenty.requests.map(({ text }) => text.replaceAll('¦', '')), ...recorded()]
  expect(texts.length).toBeGreaterThan(25)
  const wrong: string[] = []
  let offers = 0
  for (const text of texts) {
    for (let length = 0; length <= text.length; length += 1) {
      const typed = text.slice(0, length)
      const completion = complete(typed, length, grammar, cluster)
      if (!completion) continue
      const { options } = completion
      offers += options.length
      if (length % 5 !== 0) continue
      for (const option of [options[0], options[length % options.length], options.at(-1)]) {
        if (option && !fits(typed, completion, option)) wrong.push(`${typed}¦ ${option.label}: ${option.apply}`)
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect(offers).toBeGreaterThan(10_000)
}, 20_000)
