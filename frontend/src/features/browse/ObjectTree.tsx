import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ObjectItem } from '../../host'
import { useSight } from '../../ui/VirtualList'
import { ObjectRow } from './ObjectRow'
import type { Workspace } from './workspace'

/** The height of a line in px; the styles have the same. */
const lineHeight = 24

interface ObjectTreeProps {
  workspace: Workspace
  objects: readonly ObjectItem[]
  current: string | undefined
  label: string
  /** What scrolls the list, whose beginning the tree is. */
  scroller: HTMLElement | null
}

/** The lines of the sidebar, of which only those in sight are drawn, and the one that has the keyboard. */
export function ObjectTree({ workspace, objects, current, label, scroller }: ObjectTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const sight = useSight(scroller, objects.length, lineHeight)
  const { first, last } = sight
  const [held, setHeld] = useState('')
  const wanted = useRef('')
  const at = (name: string | undefined) => objects.findIndex((o) => o.name === name)
  const stop = Math.max(0, [at(held), at(current)].find((place) => place >= 0) ?? 0)

  // A line that the keyboard goes to may have to be drawn first.
  useLayoutEffect(() => {
    if (wanted.current === '') return
    wanted.current = ''
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  const go = (to: number) => {
    const name = objects[to]?.name
    if (name === undefined) return
    wanted.current = name
    setHeld(name)
    sight.reveal(to)
  }
  const keys = (e: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: objects.length - 1 }
    const next = to[e.key]
    if (next === undefined || e.altKey || e.ctrlKey || e.metaKey) return
    e.preventDefault()
    if (next < 0) document.getElementById('sidebar-filter')?.focus()
    else go(next)
  }

  const drawn = objects.slice(first, last).map((object, i) => ({ object, place: first + i }))
  const kept = objects[stop]
  if (kept && stop < first) drawn.unshift({ object: kept, place: stop })
  else if (kept && stop >= last) drawn.push({ object: kept, place: stop })
  return (
    <div
      ref={tree}
      role="tree"
      className="sb-tree"
      aria-label={label}
      style={{ height: objects.length * lineHeight }}
      onKeyDown={keys}
      onBlur={(e) => !e.currentTarget.contains(e.relatedTarget) && setHeld('')}
    >
      {drawn.map(({ object, place }) => (
        <ObjectRow
          key={object.name}
          object={object}
          workspace={workspace}
          on={object.name === current}
          stop={place === stop}
          place={place}
          of={objects.length}
          top={sight.top(place)}
          onFocus={() => setHeld(object.name)}
        />
      ))}
    </div>
  )
}
