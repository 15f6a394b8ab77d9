/** Writes whole numbers with separators; the text may be longer than a JavaScript number can represent. */
export function count(text: string | number): string {
  return String(text).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** A count with its noun: "1 row", "48,213 rows", "0 indices". */
export function counted(number: string | number, one: string, many = `${one}s`): string {
  return `${count(number)} ${plural(number, one, many)}`
}

/** The singular or plural noun for a number. */
export function plural(number: string | number, one: string, many = `${one}s`): string {
  return String(number) === '1' ? one : many
}

/** A count for the sidebar: one decimal from a million on. */
export function shortCount(text: string): string {
  if (text.length <= 6) return count(text)
  const millions = text.slice(0, -6)
  return `${count(millions)}.${text.slice(-6, -5)} M`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** A size in bytes, with its unit. */
export function size(bytes: string): string {
  let n = Number(bytes)
  let unit = 0
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000
    unit += 1
  }
  const digits = unit > 0 && n < 10 ? n.toFixed(1) : String(Math.round(n))
  return `${digits} ${units[unit]}`
}

/** Writes a time: ms below 1 s, one decimal below 10 s, whole seconds, then minutes. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const s = Math.round(ms / 1000)
  return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`
}

/** Writes a time that was measured in nanoseconds: "830 ns", "1.2 µs", "48 ms", "3.5 s". */
export function nanoseconds(ns: number): string {
  if (ns < 1000) return `${ns} ns`
  if (ns >= 999_500_000) return duration(Math.round(ns / 1_000_000))
  const [n, unit] = ns < 999_500 ? [ns / 1000, 'µs'] : [ns / 1_000_000, 'ms']
  return `${n < 9.95 ? n.toFixed(1) : Math.round(n)} ${unit}`
}

/** A share from 0 to 1 in percent: "62%"; only 0 itself is "0%". */
export function percent(share: number): string {
  const hundredths = Math.round(share * 100)
  return hundredths === 0 && share > 0 ? '<1%' : `${hundredths}%`
}

/**
 * Cuts as little as possible out of the middle of a text so that it fits. At least its first and last character stay.
 */
export function cutMiddle(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  const cut = (kept: number) => {
    const head = Math.ceil(kept / 2)
    return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (kept - head)).join('')}`
  }
  let low = 2
  let high = Math.max(2, letters.length - 1)
  while (low < high) {
    const kept = Math.ceil((low + high) / 2)
    if (fits(cut(kept))) low = kept
    else high = kept - 1
  }
  return cut(low)
}

/**
 * Cuts a name so that it fits and differs from its neighbours: in the middle or, if a neighbour would look the same,
 * from after a few letters to where the two differ.
 */
export function cutApart(text: string, others: readonly string[], fits: (part: string) => boolean): string {
  const cut = cutMiddle(text, fits)
  if (cut === text) return text
  const alike = others.filter((other) => other !== text && cutMiddle(other, fits) === cut)
  if (alike.length === 0) return cut
  const letters = [...text]
  const from = Math.min(...alike.map((other) => firstDifference(letters, [...other])))
  return cutAt(letters, from, fits) ?? cut
}

/** How many first letters are kept of a name whose middle matters. */
const kept = 2

/** As much of a name as fits: its first letters, and those from a position on; nothing if not even one of them fits. */
function cutAt(letters: readonly string[], from: number, fits: (part: string) => boolean): string | undefined {
  let best: string | undefined
  for (let start = Math.max(from, kept), end = start + 1; end <= letters.length; end += 1) {
    const tail = end < letters.length ? '…' : ''
    const part = `${letters.slice(0, kept).join('')}…${letters.slice(start, end).join('')}${tail}`
    if (fits(part)) best = part
  }
  return best
}

function firstDifference(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((letter, place) => letter !== other[place])
  return at < 0 ? Math.max(0, one.length - 1) : at
}

/** When something was last opened, in everyday words. */
export function ago(iso: string, now: Date): string {
  if (iso === '') return ''
  const then = new Date(iso)
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === now.toDateString()) return `Today ${time}`
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (then.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
