import type { GridColumn, Layout, LayoutColumn } from '../../../host'

/** The default layout of columns. */
export const plainLayout: Layout = { columns: [], hideEmpty: false }

/** A column of a view in order, with its layout. */
export interface Place extends LayoutColumn {
  /** The column's index in the view. */
  index: number
  primary: boolean
  /**
   * Whether few documents have a value in it, and whether the layout names it: if not, it is shown only while a row has
   * a value.
   */
  rare: boolean
  named: boolean
}

/**
 * Every column of a view in layout order: the primary one first, then the pinned ones, then the others. Columns that
 * are not in the layout follow in view order; unknown names in the layout are skipped.
 */
export function placesOf(columns: readonly GridColumn[], layout: Layout): Place[] {
  const rest = new Map(columns.map((column, index) => [column.name, { column, index }]))
  const places: Place[] = []
  const take = (said: LayoutColumn, named: boolean) => {
    const found = rest.get(said.name)
    if (!found) return
    rest.delete(said.name)
    const { primary, rare = false } = found.column
    places.push({ ...said, index: found.index, primary, rare, named, hidden: said.hidden && !primary })
  }
  for (const said of layout.columns) take(said, true)
  for (const name of [...rest.keys()]) take({ name, width: 0, hidden: false, pinned: false }, false)
  const group = (place: Place) => (place.primary ? 0 : place.pinned ? 1 : 2)
  return places
    .map((place, at) => ({ place, at }))
    .sort((a, b) => group(a.place) - group(b.place) || a.at - b.at)
    .map(({ place }) => place)
}

/** The visible columns; empty ones are left out if the layout hides empty columns. */
export function shownPlaces(places: readonly Place[], hideEmpty: boolean, filled: (index: number) => boolean): Place[] {
  const whileEmpty = ({ primary, rare, named }: Place) => primary || (!hideEmpty && (!rare || named))
  return places.filter((place) => !place.hidden && (whileEmpty(place) || filled(place.index)))
}

/** The layout that describes places; the default one if nothing differs from the view. */
export function layoutOf(places: readonly Place[], hideEmpty: boolean): Layout {
  const plain = places.every(
    (p, at) => p.index === at && p.width === 0 && !p.hidden && !p.pinned && !(p.rare && p.named),
  )
  const columns = plain ? [] : saidOf(places)
  return { columns, hideEmpty }
}

/** The layout entries of places, without those that are shown only while a row has a value in them. */
function saidOf(places: readonly Place[]): LayoutColumn[] {
  const said = places.filter(({ rare, named }) => !rare || named)
  return said.map(({ name, width, hidden, pinned }) => ({ name, width, hidden, pinned }))
}

/** Changes the layout of some columns. */
export function change(
  columns: readonly GridColumn[],
  layout: Layout,
  names: readonly string[],
  said: Partial<Pick<LayoutColumn, 'width' | 'hidden' | 'pinned'>>,
): Layout {
  const wanted = new Set(names)
  const places = placesOf(columns, layout).map((p) => (wanted.has(p.name) ? { ...p, ...said, named: true } : p))
  return layoutOf(regrouped(columns, places), layout.hideEmpty)
}

/** Moves a column to the position of another: after it if it was before it, and before it otherwise. */
export function move(columns: readonly GridColumn[], layout: Layout, name: string, to: string): Layout {
  const places = placesOf(columns, layout)
  const from = places.findIndex((p) => p.name === name)
  const target = places.findIndex((p) => p.name === to)
  const [moved] = from < 0 || target < 0 ? [] : places.splice(from, 1)
  if (!moved) return layout
  places.splice(target, 0, { ...moved, named: true })
  return layoutOf(regrouped(columns, places), layout.hideEmpty)
}

/** Hides the columns without any value in the loaded rows, or shows them again. */
export function toggleEmpty(_: readonly GridColumn[], layout: Layout): Layout {
  return { ...layout, hideEmpty: !layout.hideEmpty }
}

/** Shows every column, including empty ones. */
export function showAll(columns: readonly GridColumn[], layout: Layout): Layout {
  return layoutOf(
    placesOf(columns, layout).map((p) => ({ ...p, hidden: false, named: true })),
    false,
  )
}

/** Sorts places by group. */
function regrouped(columns: readonly GridColumn[], places: readonly Place[]): Place[] {
  return placesOf(columns, { columns: saidOf(places), hideEmpty: false })
}

/**
 * The names that match typed text: first an equal name, then names that begin with it, then names with a part after a
 * dot that begins with it, then others that contain it; each group in the given order.
 */
export function bestFirst<T>(all: readonly T[], text: string, nameOf: (one: T) => string): T[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...all]
  const rank = (one: T) => {
    const name = nameOf(one).toLowerCase()
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    if (name.includes(`.${wanted}`)) return 2
    return name.includes(wanted) ? 3 : 4
  }
  const ranked = all.map((one, at) => ({ one, at, rank: rank(one) })).filter((found) => found.rank < 4)
  return ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).map(({ one }) => one)
}
