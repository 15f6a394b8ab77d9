import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCommands } from '../../commands/context'
import { TypeAhead } from '../../lib/typeAhead'
import { count } from '../../lib/words'
import { useSight } from '../../ui/VirtualList'
import { type Line, lineHeight, linesOf, stopOf } from './lines'
import { ObjectRow } from './ObjectRow'
import { namedId, type Section } from './objects'
import styles from './Sidebar.module.css'
import type { Workspace } from './workspace'

interface ObjectTreeProps {
  workspace: Workspace
  sections: readonly Section[]
  current: string | undefined
  label: string
  /** What scrolls the list, whose beginning the tree is. */
  scroller: HTMLElement | null
  /** The names of the objects that the engine lists. */
  listed: ReadonlySet<string>
}

/** The lines of the sidebar, of which only those in sight are drawn, and the one that has the keyboard. */
export function ObjectTree({ workspace, sections, current, label, scroller, listed }: ObjectTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(sections), [sections])
  const sight = useSight(scroller, lines.length, lineHeight)
  const { first, last } = sight
  const [held, setHeld] = useState('')
  const wanted = useRef(false)
  const [ahead] = useState(() => new TypeAhead())
  const stop = stopOf(lines, held, current)

  // A line that the keyboard goes to may have to be drawn first.
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  const line = lines[stop]?.object
  useCommands(
    'pane',
    {
      'object.favourite': () => workspace.toggleFavourite(line?.name ?? ''),
      'object.delete': {
        run: () => line && workspace.dropping.ask(line.name),
        reason: () => (line ? workspace.dropping.why(line) : ''),
      },
    },
    { within: tree },
  )

  const go = (to: number) => {
    const line = lines[to]
    if (!line?.object) return
    wanted.current = true
    setHeld(line.id)
    // The heading comes into sight with its first line.
    if (!lines[to - 1]?.object) sight.reveal(to - 1)
    sight.reveal(to)
  }
  const keys = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return
    if (e.key.length === 1 && e.key !== ' ') {
      const names = lines.map(({ object }) => object?.name ?? '')
      return go(ahead.type(e.key, names, stop))
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
      {drawnOf(lines, first, last, stop).map(({ section, places }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of fields.
        <div key={section.id} role="group" aria-label={`${section.title}, ${section.objects.length}`}>
          {places.map((place) => {
            const line = lines[place]
            if (!line) return null
            const top = sight.top(place)
            if (!line.object) return <Head key={line.id} section={section} top={top} />
            return (
              <ObjectRow
                key={line.id}
                object={line.object}
                section={section.id}
                listed={section.id !== namedId && listed.has(line.object.name)}
                workspace={workspace}
                on={line.object.name === current}
                stop={place === stop}
                place={line.place}
                of={section.objects.length}
                top={top}
                onFocus={() => setHeld(line.id)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Head({ section, top }: { section: Section; top: number }) {
  return (
    <div className={`sb-h ${styles.head}`} style={{ top }} aria-hidden="true">
      {section.title} <span className="grow" /> <span className="num">{count(section.objects.length)}</span>
    </div>
  )
}

/** Where a key goes from a line: -1 is above the first one, undefined for a key that goes nowhere. */
function target(key: string, lines: readonly Line[], from: number): number | undefined {
  const by = (step: number) => {
    let to = from + step
    while (lines[to] && !lines[to]?.object) to += step
    return Math.min(to, lines.length - 1)
  }
  if (key === 'ArrowDown') return by(1)
  if (key === 'ArrowUp') return by(-1)
  if (key === 'Home') return lines.findIndex(({ object }) => object)
  if (key === 'End') return lines.length - 1
  return undefined
}

/** The lines to draw, by their sections: those in sight and the one that Tab reaches. */
function drawnOf(lines: readonly Line[], first: number, last: number, stop: number) {
  const places = Array.from({ length: last - first }, (_, i) => first + i)
  if (stop < first) places.unshift(stop)
  else if (stop >= last && stop < lines.length) places.push(stop)
  const groups: { section: Section; places: number[] }[] = []
  for (const place of places) {
    const section = lines[place]?.section
    const group = groups.at(-1)
    if (!section) continue
    if (group?.section === section) group.places.push(place)
    else groups.push({ section, places: [place] })
  }
  return groups.filter((group) => group.places.some((place) => lines[place]?.object))
}
