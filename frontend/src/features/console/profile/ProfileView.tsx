import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ProfileLayout } from '../../../host'
import { rem } from '../../../lib/rem'
import { nanoseconds, percent } from '../../../lib/words'
import { Button } from '../../../ui/Button'
import { Empty } from '../../../ui/Empty'
import { FailureNotice } from '../../../ui/Notice'
import { TreeSign, treeKeys } from '../../../ui/treeParts'
import { type ListHandle, rowStyle, VirtualList } from '../../../ui/VirtualList'
import { words } from '../words'
import type { Measured } from './measured'
import { openAtFirst, type ProfileRow, unitOf, visibleRows } from './profile'
import style from './profile.module.css'

const rowHeight = 24

/** The profile of a search, as a tree with bars. */
export function ProfileView({ measured }: { measured: Measured }) {
  const { rows, error } = useStore(measured.store)
  useEffect(() => void measured.read(), [measured])
  if (error) {
    return (
      <FailureNotice error={error}>
        <Button small onClick={() => void measured.read()}>
          Try Again
        </Button>
      </FailureNotice>
    )
  }
  if (!rows) return null
  if (rows.length === 0) {
    return (
      <Empty>
        <p>{measured.layout.none}</p>
      </Empty>
    )
  }
  return <Tree rows={rows} layout={measured.layout} />
}

function Tree({ rows, layout }: { rows: readonly ProfileRow[]; layout: ProfileLayout }) {
  const [open, setOpen] = useState(() => openAtFirst(rows))
  const [current, setCurrent] = useState(0)
  const visible = useMemo(() => visibleRows(rows, open), [rows, open])
  const list = useRef<ListHandle>(null)
  const id = useId()
  const at = Math.max(0, visible.indexOf(current))
  const row = rows[current] as ProfileRow
  const parent = row.next > current + 1
  const unit = useMemo(() => unitOf(rows, layout), [rows, layout])

  const goTo = (place: number) => {
    const to = Math.min(Math.max(0, place), visible.length - 1)
    setCurrent(visible[to] ?? 0)
    list.current?.reveal(to)
  }
  const toggle = (which: number) => {
    const next = new Set(open)
    if (!next.delete(which)) next.add(which)
    setOpen(next)
    setCurrent(which)
  }
  const keys = (event: KeyboardEvent) =>
    treeKeys(event, {
      ...{ row: at, count: visible.length, open: parent ? open.has(current) : undefined },
      ...{ parent: row.parent >= 0 ? visible.indexOf(row.parent) : -1, goTo, toggle: () => toggle(current) },
    })
  return (
    <div className={style.profile}>
      <div className={`${style.columns} ${style.head}`} aria-hidden="true">
        <span>{words.profile.step}</span>
        <span>{words.profile.description}</span>
        <span className={style.right}>{words.profile.self}</span>
        <span className={style.right}>{words.profile.time}</span>
        <span>{unit?.share}</span>
      </div>
      <VirtualList
        ref={list}
        count={visible.length}
        rowHeight={rowHeight}
        label={words.profile.label}
        role="tree"
        active={{ row: at, id: `${id}-${visible[at]}` }}
        onKeyDown={keys}
      >
        {(place, top) => {
          const which = visible[place] as number
          return (
            <Row
              key={which}
              id={`${id}-${which}`}
              row={rows[which] as ProfileRow}
              top={top}
              open={(rows[which] as ProfileRow).next > which + 1 ? open.has(which) : undefined}
              on={which === current}
              onPick={() => setCurrent(which)}
              onToggle={() => toggle(which)}
            />
          )
        }}
      </VirtualList>
      <p className={style.note}>{unit?.note}</p>
    </div>
  )
}

interface RowProps {
  id: string
  row: ProfileRow
  top: number
  /** undefined if it has no children. */
  open: boolean | undefined
  on: boolean
  onPick(): void
  onToggle(): void
}

function Row({ id, row, top, open, on, onPick, onToggle }: RowProps) {
  const { title, text, time, self, share, level } = row
  const place = rowStyle(top)
  const time_ = time === null ? '' : nanoseconds(time)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the tree.
    <div
      id={id}
      className={`${place.className} ${style.columns} ${style.row} ${on ? style.on : ''}`}
      data-kind={row.kind}
      role="treeitem"
      tabIndex={-1}
      aria-label={words.profile.row(row)}
      aria-level={level + 1}
      aria-expanded={open}
      aria-selected={on}
      aria-posinset={row.place + 1}
      aria-setsize={row.of}
      style={place.style}
      onClick={onPick}
      onDoubleClick={open === undefined ? undefined : onToggle}
    >
      <span className={style.title} style={{ paddingLeft: rem(level * 16) }}>
        <TreeSign open={open} blank={style.nosign} onToggle={onToggle} />
        <span className="ell" data-tip="">
          {title}
        </span>
      </span>
      <span className={`ell ${style.text}`} data-tip="">
        {text}
      </span>
      <span className={`num ${style.right}`}>{self === null ? '' : nanoseconds(self)}</span>
      <span className={`num ${style.right}`}>{time_}</span>
      <span className={style.share}>
        {time !== null && (
          <>
            <span className={style.bar}>
              <i style={{ width: `${share * 100}%` }} />
            </span>
            <span className={`num ${style.right}`}>{percent(share)}</span>
          </>
        )}
      </span>
    </div>
  )
}
