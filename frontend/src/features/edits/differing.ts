/** A text in three parts; the middle one differs from another text. */
export interface Marked {
  head: string
  own: string
  tail: string
}

/** Shorter texts are compared at a glance. */
const short = 24
/** Texts with less in common are others altogether. */
const common = 8

/** Where two long texts differ; null for texts in which that need not be shown. */
export function differing(one: string, other: string): [Marked, Marked] | null {
  const room = Math.min(one.length, other.length)
  if (room < short || one === other) return null
  let head = 0
  while (head < room && one[head] === other[head]) head += 1
  if (isPair(one, head) || isPair(other, head)) head -= 1
  let tail = 0
  while (tail < room - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1
  if (isPair(one, one.length - tail) || isPair(other, other.length - tail)) tail -= 1
  if (head + tail < common) return null
  const marked = (text: string): Marked => ({
    head: text.slice(0, head),
    own: text.slice(head, text.length - tail),
    tail: text.slice(text.length - tail),
  })
  return [marked(one), marked(other)]
}

/** Whether a place of a text is between the two halves of one character. */
function isPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1))
}

/** A marked text with less around what differs; no character is halved. */
export function around({ head, own, tail }: Marked, before: number, after: number): Marked {
  const letters = [...head.slice(-2 * before)]
  return {
    head: letters.length > before ? `…${letters.slice(-before).join('')}` : head,
    own,
    tail: tail.length > after ? `${tail.slice(0, isPair(tail, after) ? after - 1 : after)}…` : tail,
  }
}
