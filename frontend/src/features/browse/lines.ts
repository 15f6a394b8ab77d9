import type { ObjectItem } from '../../host'
import type { Section } from './objects'

/** The height of a line in px; the styles have the same. */
export const lineHeight = 24

/** A line of the sidebar: the heading of a section, or one of its objects at its place in it, from 0. */
export interface Line {
  id: string
  section: Section
  object?: ObjectItem
  place: number
}

/** The lines of all sections, each under its heading; a folded one is its heading alone. */
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

/** The line that Tab reaches: the one that has the keyboard, or the one that is open, or the first. */
export function stopOf(lines: readonly Line[], held: string, current: string | undefined): number {
  const has = held === '' ? -1 : lines.findIndex(({ id }) => id === held)
  if (has >= 0) return has
  const open = current === undefined ? -1 : lines.findIndex(({ object }) => object?.name === current)
  return open >= 0
    ? open
    : Math.max(
        0,
        lines.findIndex(({ object }) => object),
      )
}
