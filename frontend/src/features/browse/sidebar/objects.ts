import { type ObjectItem, type ObjectOrder, objectKindOf, type SessionInfo, type SidebarState } from '../../../host'
import { counted, plural, shortCount, size } from '../../../lib/words'
import { closedWords } from '../words'

/** The document count of one object, or why it is unknown. */
export interface Counted {
  count: string
  error: string
}

/** A group of objects in the sidebar. */
export interface Section {
  id: string
  title: string
  objects: readonly ObjectItem[]
  /** Whether it can be folded, and whether it is folded. */
  folds: boolean
  folded: boolean
}

/** What the sidebar can list. */
export interface Listed {
  objects: readonly ObjectItem[]
  /** Objects opened by name and kept. */
  named: readonly ObjectItem[]
  counts: Readonly<Record<string, Counted>>
  filter: string
}

/** The ids of the sections that do not come from the engine's list; the others have the id of their kind. */
export const favouritesId = '#favourites'
export const namedId = '#named'

/**
 * The non-empty sections: favourites first, then one for each kind, then the objects opened by name. A filter also
 * shows matches in folded sections.
 */
export function sectionsOf(listed: Listed, shown: SidebarState, session: SessionInfo): Section[] {
  const { objects, named, counts, filter } = listed
  const ofKind = new Map<string, ObjectItem[]>()
  for (const o of objects) {
    const all = ofKind.get(o.kind)
    if (all) all.push(o)
    else ofKind.set(o.kind, [o])
  }
  const sections: Pick<Section, 'id' | 'title' | 'objects'>[] = [
    { id: favouritesId, title: 'Favourites', objects: favouritesOf(listed, shown, session) },
    ...[...ofKind].map(([kind, all]) => ({
      id: kind,
      title: titled(objectKindOf(session, kind).plural),
      objects: all,
    })),
    { id: namedId, title: 'Opened by name', objects: named },
  ]
  const folds = filter.trim() === ''
  return sections
    .map((section) => ({
      ...section,
      objects: inOrder(matching(section.objects, filter), shown.sort, counts),
      folds,
      folded: folds && shown.folded.includes(section.id),
    }))
    .filter((section) => section.objects.length > 0)
}

/** The existing favourites: one that should be in the list but is not was deleted. */
function favouritesOf({ objects, named }: Listed, { also, favourites }: SidebarState, session: SessionInfo) {
  if (favourites.length === 0) return []
  const known = new Map([...named, ...objects].map((o) => [o.name, o]))
  return favourites.flatMap(({ name, kind }) => {
    const found = known.get(name)
    if (found) return [found]
    const { listed } = objectKindOf(session, kind)
    return listed === 'always' || (listed === 'also' && also) ? [] : [objectNamed(name, kind)]
  })
}

/** An object of which only name and kind are known. */
export function objectNamed(name: string, kind: string): ObjectItem {
  return { name, kind, size: '', count: '', closed: false, health: '', stands: 0 }
}

/**
 * Sorts objects; those with an unknown figure come last. While documents are being counted, the order is by name, so
 * that no line moves more than once.
 */
export function inOrder(objects: ObjectItem[], order: ObjectOrder, counts: Listed['counts']): ObjectItem[] {
  const byName = objects.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  if (order === 'size') return byName.sort((a, b) => moreFirst(a.size, b.size))
  if (order === '' || !byName.every((o) => o.closed || counts[o.name])) return byName
  const documents = (o: ObjectItem) => (o.closed ? '' : (counts[o.name]?.count ?? ''))
  return byName.sort((a, b) => moreFirst(documents(a), documents(b)))
}

/** Compares whole numbers as text, since they may be too large for a JavaScript number; '' is less than any. */
function moreFirst(a: string, b: string): number {
  if (a.length !== b.length) return b.length - a.length
  return a < b ? 1 : a > b ? -1 : 0
}

/** The objects whose name contains every word of a filter, ignoring case. */
export function matching(objects: readonly ObjectItem[], filter: string): ObjectItem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return objects.filter((o) => words.every((word) => o.name.toLowerCase().includes(word)))
}

/** A noun as a heading. */
export function titled(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** Why an object is dimmed, "" if it is not. */
export function dimReason(o: ObjectItem, session: SessionInfo): string {
  return o.closed ? closedWords(session) : ''
}

/** The problem of an object, "" for none. */
export function healthOf(o: ObjectItem): string {
  return o.health === '' ? '' : `health ${o.health}`
}

/** How many others an object stands for: "3 indices", "" if it stands for itself. */
export function standsFor(o: ObjectItem, { objectNoun, objectsNoun }: SessionInfo): string {
  return o.stands === 0 ? '' : counted(o.stands, objectNoun, objectsNoun)
}

/** An object's text for screen readers: its line, with its figures as shown. */
export function objectLabel(o: ObjectItem, found: Counted | undefined, session: SessionInfo): string {
  const parts = [o.name, objectKindOf(session, o.kind).title]
  if (o.closed) parts.push('closed')
  else if (found?.error) parts.push(`not counted: ${found.error}`)
  else if (found) parts.push(`${shortCount(found.count)} ${plural(found.count, session.rowNoun, session.rowsNoun)}`)
  if (o.size !== '') parts.push(size(o.size))
  return [...parts, standsFor(o, session), healthOf(o)].filter(Boolean).join(', ')
}

/** An object's description for screen readers: why it is dimmed, or the exact count that its line rounds. */
export function objectNote(o: ObjectItem, found: Counted | undefined, session: SessionInfo): string {
  const exact = found?.error === '' ? counted(found.count, session.rowNoun, session.rowsNoun) : ''
  return dimReason(o, session) || (objectLabel(o, found, session).includes(exact) ? '' : exact)
}

/** A driver's sentence about one object: {name} stands for it. */
export function ofObject(words: string, name: string): string {
  return words.replaceAll('{name}', name)
}
