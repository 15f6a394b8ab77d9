import { Download, Link, Search, Upload } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Empty } from '../../ui/Empty'
import style from './ConnectionList.module.css'
import { ConnectionRow } from './ConnectionRow'
import { GroupHead } from './GroupHead'
import { keyOf, type Row, type Section } from './list'
import { SampleButtons } from './SampleButtons'
import { useSaved, useSavedState } from './saved'
import { useRows, useView } from './useRows'
import { noneWords, words } from './words'

interface ConnectionListProps {
  /** The ids of the open connections. */
  open: readonly string[]
  /** Whether there is sample data for several databases. */
  samples: boolean
}

/** The list: its sections, each with its head and connections, and the buttons under it. */
export function ConnectionList({ open, samples }: ConnectionListProps) {
  const notice = useSavedState((s) => s.notice)
  const { sections, rows, active } = useRows()
  const list = useRef<HTMLDivElement>(null)
  const keys = useListKeys(rows, active, list)
  return (
    <>
      {notice !== '' && (
        <Banner tone="warning">
          <span className="grow ell">{notice}</span>
        </Banner>
      )}
      {rows.length === 0 && <Nothing />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the lines in it are handled for all of them.
        <div ref={list} id="connection-list" className={`${style.list} grow`} data-pane="list" onKeyDown={keys}>
          {sections.map((s) => (
            <SectionView key={s.key} section={s} active={active?.key ?? ''} open={open} />
          ))}
        </div>
      )}
      <ListFooter samples={samples} />
    </>
  )
}

interface SectionViewProps {
  section: Section
  active: string
  open: readonly string[]
}

function SectionView({ section: s, active, open }: SectionViewProps) {
  const count = s.connections.length
  return (
    <section className={style.section}>
      {s.title !== '' && <GroupHead section={s} active={active === s.key} />}
      {!s.collapsed && count > 0 && (
        <div role="listbox" id={`under-${s.key}`} aria-label={s.title === '' ? 'Connections' : s.title}>
          {s.connections.map((c, i) => (
            <ConnectionRow
              key={c.id}
              section={s}
              connection={c}
              at={i}
              active={active === keyOf(s, c)}
              open={open.includes(c.id)}
            />
          ))}
        </div>
      )}
      {!s.collapsed && count === 0 && <p className={`${style.groupEmpty} fs12 t3`}>{words.dragHere}</p>}
    </section>
  )
}

/** The message if the view or the search is empty. */
function Nothing() {
  const saved = useSaved()
  const search = useSavedState((s) => s.search).trim()
  const view = useView()
  const all = () => {
    saved.search('')
    saved.library.show({ kind: 'all' })
  }
  return (
    <Empty data-pane="list">
      <Search size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{noneWords(view, search)}</h2>
      <div className="row">
        <Button onClick={all}>Show All</Button>
      </div>
    </Empty>
  )
}

function ListFooter({ samples }: Pick<ConnectionListProps, 'samples'>) {
  const saved = useSaved()
  const { rows } = useRows()
  const shown = [...new Set(rows.flatMap((r) => r.section.connections.map((c) => c.id)))]
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
  return (
    <footer className={style.foot} data-pane="footer">
      <SampleButtons small several={samples} />
      <Button small onClick={() => saved.library.open({ sheet: 'import' })}>
        <Download {...icon} /> Import…
      </Button>
      <Button small onClick={() => saved.library.open({ sheet: 'export', ids: shown })}>
        <Upload {...icon} /> Export…
      </Button>
      <Button small onClick={() => saved.library.open({ sheet: 'url', text: '' })}>
        <Link {...icon} /> Paste URL…
      </Button>
      <span className="grow" />
      <span className={`t3 fs11 ell ${style.footNote}`}>{words.neverExported}</span>
    </footer>
  )
}

/** The keys of the list: up and down move over heads and connections, left and right fold groups, Alt moves an item. */
function useListKeys(rows: readonly Row[], active: Row | undefined, list: React.RefObject<HTMLElement | null>) {
  const saved = useSaved()
  const { library } = saved
  const go = (row: Row | undefined) => {
    if (!row) return
    // The next key may arrive before the next frame, and belongs to the newly focused row.
    flushSync(() => library.activate(row))
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  return (e: KeyboardEvent) => {
    if (!active || e.ctrlKey || e.metaKey) return
    const act = e.altKey ? moves(active)[e.key] : (steps(active)[e.key] ?? acts(active)[e.key])
    if (!act) return
    e.preventDefault()
    act()
  }

  function moves(row: Row): Record<string, () => void> {
    const step = async (by: 1 | -1) => {
      await library.step(row, by)
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    }
    return { ArrowUp: () => void step(-1), ArrowDown: () => void step(1) }
  }

  function steps(row: Row): Record<string, () => void> {
    const at = rows.indexOf(row)
    const to = (n: number) => () => go(rows[Math.min(rows.length - 1, Math.max(0, n))])
    const head = rows.find((r) => r.connection === null && r.section.key === row.section.key)
    const folds = row.connection === null && row.section.kind !== 'rest'
    return {
      ArrowDown: to(at + 1),
      ArrowUp: to(at - 1),
      Home: to(0),
      End: to(rows.length - 1),
      ArrowLeft: () => (folds ? void library.collapse(row.section, true) : go(head)),
      ArrowRight: () => (folds && row.section.collapsed ? void library.collapse(row.section, false) : undefined),
    }
  }

  function acts(row: Row): Record<string, () => void> {
    const { connection, section } = row
    if (connection) {
      const remove = () => saved.ports.show({ kind: 'delete', connection })
      return { Enter: () => void saved.ports.connect(connection), Delete: remove, Backspace: remove }
    }
    if (section.kind !== 'group') return {}
    const remove = () => library.open({ sheet: 'delete-group', group: section.group })
    return {
      F2: () => library.open({ sheet: 'group', group: section.group, taking: null }),
      Delete: remove,
      Backspace: remove,
    }
  }
}
