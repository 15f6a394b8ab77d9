import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import type { SessionInfo } from '../../host'
import { count, duration } from '../../lib/words'
import type { Tab } from './tab'

interface StatusBarProps {
  tab: Tab
  session: SessionInfo
  onGo(row: number): void
}

/** Rows, total, time and page of the rows that are shown. */
export function StatusBar({ tab, session, onGo }: StatusBarProps) {
  const state = useStore(tab.store)
  const { view, pages, info, total } = state
  const size = view?.pageSize ?? 0
  const rows = pages?.rowCount ?? 0
  const last = size > 0 ? Math.max(1, Math.ceil(rows / size)) : 1
  const beyond = view && view.reach !== '' && total !== '' && Number(total) > Number(view.reach)
  const page = Math.min(last, Math.floor(state.firstRow / Math.max(1, size)) + 1)
  const go = (p: number) => {
    const to = Math.min(last, Math.max(1, p))
    tab.store.setState({ firstRow: (to - 1) * size })
    onGo((to - 1) * size)
  }
  return (
    <div className="status" role="status" aria-label={`Rows of ${state.object}`}>
      <div className="seg" role="tablist" aria-label="View">
        <button type="button" role="tab" aria-selected="true" className="on">
          Data
        </button>
        {['Structure', 'JSON'].map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected="false"
            aria-disabled="true"
            className="dimmed"
            title={`${name} comes later.`}
          >
            {name}
          </button>
        ))}
      </div>
      <span className="b">{pages ? `${count(pages.loaded)} rows` : 'Loading'}</span>
      <span className="t3">
        {total === '' ? 'of …' : `of ${count(total)}`}
        {state.selected > 0 && ` · ${count(state.selected)} selected`}
      </span>
      {state.note !== '' && <span className="warn">{state.note}</span>}
      {beyond && (
        <span className="warn ell" title={view.reachNote}>
          {view.reachNote}
        </span>
      )}
      <span className="grow" />
      {info && (
        <span className="t3">
          {info.millis >= 0 && `engine ${duration(info.millis)}, `}total {duration(info.elapsed)}
        </span>
      )}
      <span className="vsep" />
      <PageButton label="First page" icon={ChevronFirst} onClick={() => go(1)} />
      <PageButton label="Page back" icon={ChevronLeft} onClick={() => go(page - 1)} />
      <label>
        Page{' '}
        <input
          className="pageno"
          aria-label={`Page of ${last}`}
          key={page}
          defaultValue={page}
          onKeyDown={(e) => e.key === 'Enter' && go(Number(e.currentTarget.value) || page)}
        />{' '}
        of {count(last)}
      </label>
      <PageButton label="Page on" icon={ChevronRight} onClick={() => go(page + 1)} />
      <PageButton label="Last page" icon={ChevronLast} onClick={() => go(last)} />
      <span className="t3" title={`${session.rowsNoun} per page`}>
        {count(size)}
      </span>
    </div>
  )
}

function PageButton({ label, icon: Icon, onClick }: { label: string; icon: typeof ChevronFirst; onClick(): void }) {
  return (
    <button type="button" className="btn quiet icon" aria-label={label} onClick={onClick}>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}
