/** A decimal number without any rounding: digits times ten to the power of -scale. */
export interface Decimal {
  digits: bigint
  scale: number
}

/** No arithmetic beyond this power of ten: sums would have thousands of digits. */
const most = 1000

/** Parses a JSON number; undefined for anything else, and for a number that is too large or too small. */
export function decimalOf(text: string): Decimal | undefined {
  if (/^-?\d{1,400}$/.test(text)) return { digits: BigInt(text), scale: 0 }
  const parts = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,5}))?$/.exec(text)
  if (!parts || text.length > most) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  return Math.abs(scale) > most ? undefined : { digits: BigInt(whole + fraction), scale }
}

/** Writes a number in plain digits, without trailing zeros in its fraction. */
export function decimalText({ digits, scale }: Decimal): string {
  if (scale <= 0) return (digits * power(-scale)).toString()
  const sign = digits < 0n ? '-' : ''
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = all.slice(-scale).replace(/0+$/, '')
  const whole = all.slice(0, -scale)
  if (fraction !== '') return `${sign}${whole}.${fraction}`
  return whole === '0' ? '0' : sign + whole
}

/** Compares two numbers: less than 0 if the first one is less. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [x, y] = [a.digits * power(scale - a.scale), b.digits * power(scale - b.scale)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** The same text for all spellings of one number. */
export function normalText(text: string): string {
  if (/^-?[1-9]\d*$/.test(text)) return text
  const value = decimalOf(text)
  return value ? decimalText(value) : text
}

/** An exact sum. Numbers are added per scale, so that most additions are of whole numbers. */
export class Sum {
  readonly #sums = new Map<number, bigint>()

  add({ digits, scale }: Decimal): void {
    this.#sums.set(scale, (this.#sums.get(scale) ?? 0n) + digits)
  }

  get value(): Decimal {
    const scale = Math.max(0, ...this.#sums.keys())
    let digits = 0n
    for (const [own, sum] of this.#sums) digits += sum * power(scale - own)
    return { digits, scale }
  }
}

/** How many decimals a quotient gets beyond those of its dividend, unless it ends earlier. */
const decimals = 10

/** A number divided by a positive integer; a quotient that does not end is cut, with an ellipsis. */
export function quotient({ digits, scale }: Decimal, by: number): string {
  const above = Math.max(0, scale) + decimals
  const dividend = digits * power(above - scale)
  const divisor = BigInt(by)
  const text = decimalText({ digits: dividend / divisor, scale: above })
  return dividend % divisor === 0n ? text : `${text}…`
}

const powers: bigint[] = []

function power(of: number): bigint {
  const known = powers[of]
  if (known !== undefined) return known
  const made = 10n ** BigInt(of)
  powers[of] = made
  return made
}
