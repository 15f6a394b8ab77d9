/** 1rem in px at the usual text size. */
const usual = 16

/** A length that scales with the text size, given in px at the usual size. */
export function rem(px: number): string {
  return `${px / usual}rem`
}

/** A style sheet value with px converted to rem, so that it scales with the text size; 1 px lines stay 1 px. */
export function inRem(value: string): string {
  if (!value.includes('px') || value.includes('url(')) return value
  return value.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, px: string) =>
    Number(px) <= 1 ? whole : `${sign}${rem(Number(px))}`,
  )
}

/** The styles of a code editor with px converted to rem. */
export function stylesInRem<Styles extends Record<string, Record<string, string>>>(styles: Styles): Styles {
  const each = Object.entries(styles).map(([selector, values]) => [
    selector,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inRem(value)])),
  ])
  return Object.fromEntries(each) as Styles
}
