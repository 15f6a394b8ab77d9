import type { ObjectItem } from '../../../host'
import type { Section } from './objects'

/** The height of a line in px; the styles have the same. */
export const lineHeight = 24

/** A line of the sidebar: the heading of a section, or an object with its zero-based index in the section. */
export interface Line {
  id: string
  section: Section
  object?: ObjectItem
  place: number
}

/** The lines of all sections, under their headings; a folded section is only its heading. */
export function linesOf(sections: readonly Section[]): Line[] {
  return sections.flatMap((section) => [
    { id: section.id, section, place: -1 },
    ...(section.folded ? [] : section.objects).map((object, place) => ({
      id: `${section.id}/${object.name}`,
      section,
      object,
      place,
    })),
  ])
}

/**
 * The line of the open object, -1 if there is none. A favourite has two lines: the one that was used to open it, or
 * else the first.
 */
export function shownLine(lines: readonly Line[], name: string | undefined, opened: string): number {
  if (name === undefined) return -1
  const isShown = ({ object }: Line) => object?.name === name
  const same = lines.findIndex((line) => line.id === opened && isShown(line))
  return same >= 0 ? same : lines.findIndex(isShown)
}

/** The line that Tab reaches: the focused one, else the open one, else the first. */
export function stopOf(lines: readonly Line[], held: string, shown: number): number {
  const has = held === '' ? -1 : lines.findIndex(({ id }) => id === held)
  if (has >= 0) return has
  if (shown >= 0) return shown
  return Math.max(
    0,
    lines.findIndex(({ object }) => object),
  )
}
