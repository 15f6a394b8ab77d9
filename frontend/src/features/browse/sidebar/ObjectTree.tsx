import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCommands } from '../../../commands/context'
import { TypeAhead } from '../../../lib/typeAhead'
import { count } from '../../../lib/words'
import { SideBarHead } from '../../../ui/SideBar'
import { useSight } from '../../../ui/VirtualList'
import { menuOfLine, useMenus } from '../../../window/menus'
import { isHeading } from '../words'
import type { Workspace } from '../workspace'
import { type Line, lineHeight, linesOf, shownLine, stopOf } from './lines'
import { ObjectRow } from './ObjectRow'
import { namedId, type Section } from './objects'
import styles from './Sidebar.module.css'

interface ObjectTreeProps {
  workspace: Workspace
  sections: readonly Section[]
  current: string | undefined
  label: string
  /** The scroller of the list; the tree is at its top. */
  scroller: HTMLElement | null
  /** The names of the objects that the engine lists. */
  listed: ReadonlySet<string>
}

/** The lines of the sidebar, only the visible ones drawn, and the focused one. */
export function ObjectTree({ workspace, sections, current, label, scroller, listed }: ObjectTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(sections), [sections])
  // Without sizes, as with an engine that has none, there is no column for them.
  const sized = useMemo(() => lines.some(({ object }) => object && (object.size !== '' || object.stands > 0)), [lines])
  const sight = useSight(scroller, lines.length, lineHeight)
  const { first, last } = sight
  const [held, setHeld] = useState('')
  const [opened, setOpened] = useState('')
  const wanted = useRef(false)
  const [ahead] = useState(() => new TypeAhead())
  const shown = shownLine(lines, current, opened)
  const stop = stopOf(lines, held, shown)

  // A line that gets the focus may have to be drawn first.
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  const line = lines[stop]?.object
  useCommands(
    'pane',
    {
      'object.favourite': {
        run: () => line && workspace.toggleFavourite(line.name),
        reason: () => (line ? '' : isHeading),
      },
      'object.empty': {
        run: () => line && workspace.dropping.ask(line.name, 'empty'),
        reason: () => (line ? workspace.dropping.why(line, 'empty') : isHeading),
      },
      'object.delete': {
        run: () => line && workspace.dropping.ask(line.name),
        reason: () => (line ? workspace.dropping.why(line) : isHeading),
      },
    },
    { within: tree },
  )

  const go = (to: number) => {
    const line = lines[to]
    if (!line) return
    wanted.current = true
    setHeld(line.id)
    // The heading becomes visible along with its first line.
    if (line.object && lines[to - 1] && !lines[to - 1]?.object) sight.reveal(to - 1)
    sight.reveal(to)
  }
  const fold = ({ id, folds }: Section, folded: boolean) => folds && workspace.listing.fold(id, folded)
  const keys = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return
    if (e.key.length === 1 && e.key !== ' ') {
      const names = lines.map(({ object }) => object?.name ?? '')
      return go(ahead.type(e.key, names, stop))
    }
    const on = lines[stop]
    if (on && !on.object && (e.key === folding(on.section) || e.key === 'Enter' || e.key === ' ')) {
      e.preventDefault()
      fold(on.section, !on.section.folded)
      return
    }
    const next = target(e.key, lines, stop)
    if (next === undefined) return
    e.preventDefault()
    if (next < 0) document.getElementById('sidebar-filter')?.focus()
    else go(next)
  }

  return (
    <div
      ref={tree}
      role="tree"
      className={styles.tree}
      aria-label={label}
      style={{ height: sight.bodyHeight }}
      onKeyDown={keys}
      onBlur={(e) => !e.currentTarget.contains(e.relatedTarget) && setHeld('')}
    >
      {drawnOf(lines, first, last, stop).map(({ section, head, places }) => (
        <Fragment key={section.id}>
          {head !== undefined && (
            <Head
              section={section}
              stop={head === stop}
              top={sight.top(head)}
              onFocus={() => setHeld(section.id)}
              onFold={() => fold(section, !section.folded)}
            />
          )}
          {places.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of fields.
            <div role="group" aria-label={`${section.title}, ${count(section.objects.length)}`}>
              {places.map((place) => {
                const line = lines[place]
                return (
                  line?.object && (
                    <ObjectRow
                      key={line.id}
                      object={line.object}
                      section={section.id}
                      sized={sized}
                      listed={section.id !== namedId && listed.has(line.object.name)}
                      workspace={workspace}
                      on={place === shown}
                      stop={place === stop}
                      place={line.place}
                      of={section.objects.length}
                      top={sight.top(place)}
                      onFocus={() => setHeld(line.id)}
                      onOpen={() => setOpened(line.id)}
                    />
                  )
                )
              })}
            </div>
          )}
        </Fragment>
      ))}
    </div>
  )
}

interface HeadProps {
  section: Section
  /** True for the one line that Tab reaches. */
  stop: boolean
  /** px from the top of the list. */
  top: number
  onFocus(): void
  onFold(): void
}

/** The heading of a section, which folds it. */
function Head({ section, stop, top, onFocus, onFold }: HeadProps) {
  const { title, objects, folds, folded } = section
  const menus = useMenus()
  const Icon = folded ? ChevronRight : ChevronDown
  const acts = [{ title: folded ? 'Expand' : 'Collapse', why: folds ? '' : 'the list is filtered', run: onFold }]
  return (
    // The tree has the keys.
    <SideBarHead
      role="treeitem"
      aria-level={1}
      aria-expanded={!folded}
      aria-label={`${title}, ${count(objects.length)}`}
      tabIndex={stop ? 0 : -1}
      style={{ top }}
      className={styles.head}
      onFocus={onFocus}
      onClick={onFold}
      onContextMenu={(e) => menus.open(menuOfLine(e, title, acts))}
    >
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" className={folds ? undefined : styles.still} />
      {title} <span className="grow" /> <span className="num">{count(objects.length)}</span>
    </SideBarHead>
  )
}

/** The arrow that folds or unfolds a section. */
const folding = ({ folded }: Section) => (folded ? 'ArrowRight' : 'ArrowLeft')

/** The target of a key from a line: -1 is above the first one, undefined for other keys. */
function target(key: string, lines: readonly Line[], from: number): number | undefined {
  const line = lines[from]
  if (key === 'ArrowDown') return Math.min(from + 1, lines.length - 1)
  if (key === 'ArrowUp') return from - 1
  if (key === 'Home') return 0
  if (key === 'End') return lines.length - 1
  if (key === 'ArrowLeft' && line?.object) return from - line.place - 1
  if (key === 'ArrowRight' && line && !line.object) return from + 1
  return undefined
}

/** The lines to draw, by section: the visible ones and the one that Tab reaches. */
function drawnOf(lines: readonly Line[], first: number, last: number, stop: number) {
  const drawn = Array.from({ length: last - first }, (_, i) => first + i)
  if (stop < first) drawn.unshift(stop)
  else if (stop >= last && stop < lines.length) drawn.push(stop)
  const sections: { section: Section; head?: number; places: number[] }[] = []
  for (const place of drawn) {
    const line = lines[place]
    if (!line) continue
    if (sections.at(-1)?.section !== line.section) sections.push({ section: line.section, places: [] })
    const section = sections.at(-1)
    if (!section) continue
    if (line.object) section.places.push(place)
    else section.head = place
  }
  return sections
}
