const escapes: Record<string, number> = { b: 8, t: 9, n: 10, f: 12, r: 13 }
const perLine = 8

/** The UTF-16 code units of a string written in JSON escapes, without its quotes. */
export function codeUnits(text: string): Uint16Array {
  const units: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at + 1] ?? ''
    if (text[at] !== '\\' || sign === '') units.push(text.charCodeAt(at))
    else if (sign === 'u') {
      units.push(Number.parseInt(text.slice(at + 2, at + 6), 16))
      at += 5
    } else {
      units.push(escapes[sign] ?? sign.charCodeAt(0))
      at += 1
    }
  }
  return Uint16Array.from(units)
}

/** Code units in lines of eight: the offset, the units in hex, and their characters; a lone surrogate is a dot. */
export function hexText(units: Uint16Array): string {
  const lines: string[] = []
  for (let at = 0; at < units.length; at += perLine) {
    const part = [...units.subarray(at, at + perLine)]
    const hex = part.map((unit) => unit.toString(16).padStart(4, '0')).join(' ')
    const signs = part.map((unit) =>
      unit < 32 || unit === 127 || (unit >= 0xd800 && unit <= 0xdfff) ? '.' : String.fromCharCode(unit),
    )
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(perLine * 5 - 1)}  ${signs.join('')}`)
  }
  return lines.join('\n')
}
