/** What rem is in px while the text has its usual size. */
const usual = 16

/** A length that follows the text size, by its px at the usual size. */
export function rem(px: number): string {
  return `${px / usual}rem`
}

/** A value of a style sheet with its px as rem, so that it follows the text size; lines of 1 px stay as thin as they are. */
export function inRem(value: string): string {
  if (!value.includes('px') || value.includes('url(')) return value
  return value.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, px: string) =>
    Number(px) <= 1 ? whole : `${sign}${rem(Number(px))}`,
  )
}

/** The styles of a code editor with their px as rem. */
export function stylesInRem<Styles extends Record<string, Record<string, string>>>(styles: Styles): Styles {
  const each = Object.entries(styles).map(([selector, values]) => [
    selector,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inRem(value)])),
  ])
  return Object.fromEntries(each) as Styles
}
