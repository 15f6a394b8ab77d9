import type { ObjectItem } from '../../../host'
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

/**
 * The line of the object that is shown, -1 if there is none. A favourite has two lines: the one that was opened counts, or
 * the first of them.
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
