/** A piece of a line of JSON: its colour, and which of the places that were looked for it is part of, from 0, or -1. */
export interface Piece {
  text: string
  look: '' | 'x-k' | 'x-s' | 'x-n' | 'x-l' | 'x-p'
  found: number
}

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:]+)|([^"\d{}[\],:tfn-]+|.)/gs

/** Takes a line of indented JSON apart into coloured pieces; what was looked for is set apart in them. */
export function piecesOf(line: string, wanted: string): Piece[] {
  const pieces: Piece[] = []
  const places = placesIn(line, wanted)
  let at = 0
  const add = (text: string, look: Piece['look']) => {
    for (const part of split(at, text, places, wanted.length)) pieces.push({ ...part, look })
    at += text.length
  }
  for (const [, string, colon, number, literal, sign, other] of line.matchAll(token)) {
    if (string !== undefined) {
      add(string, colon === undefined ? 'x-s' : 'x-k')
      if (colon !== undefined) add(colon, 'x-p')
    } else if (number !== undefined) add(number, 'x-n')
    else if (literal !== undefined) add(literal, 'x-l')
    else if (sign !== undefined) add(sign, 'x-p')
    else add(other ?? '', '')
  }
  return pieces
}

function placesIn(line: string, wanted: string): number[] {
  const places: number[] = []
  if (wanted === '') return places
  const needle = asciiLower(wanted)
  const folded = asciiLower(line)
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) places.push(at)
  return places
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Splits a text that begins at a place of the line where something that was looked for begins or ends. */
function split(at: number, text: string, places: readonly number[], length: number): { text: string; found: number }[] {
  const parts: { text: string; found: number }[] = []
  const end = at + text.length
  let from = at
  places.forEach((place, nth) => {
    const begins = Math.max(place, at)
    const ends = Math.min(place + length, end)
    if (begins >= ends) return
    if (begins > from) parts.push({ text: text.slice(from - at, begins - at), found: -1 })
    parts.push({ text: text.slice(begins - at, ends - at), found: nth })
    from = ends
  })
  if (from < end) parts.push({ text: text.slice(from - at), found: -1 })
  return parts
}
