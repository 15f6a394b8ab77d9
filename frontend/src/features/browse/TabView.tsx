import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { GridView } from '../../grid/GridView'
import type { Grid } from '../../grid/grid'
import type { SessionInfo } from '../../host'
import { useShellState } from '../../shell/context'
import { gridColumns } from './columns'
import { ErrorCard } from './ErrorCard'
import { Loading } from './Loading'
import { StatusBar } from './StatusBar'
import type { Tab } from './tab'

/** The rows of one object. */
export function TabView({ tab, session }: { tab: Tab; session: SessionInfo }) {
  const state = useStore(tab.store)
  const mac = useShellState((s) => s.info?.platform === 'mac')
  const grid = useRef<Grid | null>(null)
  const columns = useMemo(
    () => gridColumns(state.view?.columns ?? [], state.sort, tab.widths),
    [state.view, state.sort, tab],
  )
  const { view, pages, error } = state
  const noRows = pages?.rowCountKnown && pages.rowCount === 0

  return (
    <>
      {state.notices.length > 0 && (
        <div className="banner warn2" role="status">
          <span className="ell">{state.notices.join(' ')}</span>
        </div>
      )}
      {error && (!pages || pages.loaded === 0) ? (
        <ErrorCard error={error} session={session} onRetry={() => void tab.refresh()} />
      ) : (
        <div className="stage">
          {view && pages && (
            <GridView
              ref={grid}
              columns={columns}
              source={pages}
              revision={state.revision}
              label={state.object}
              mac={mac}
              events={{
                onSort: (column, add) => void tab.sort(columns[column]?.id ?? '', add),
                onOpen: () => undefined,
                onSelect: (s) => tab.select(s.rows ? s.range.bottom - s.range.top + 1 : 1),
                onMenu: () => undefined,
                onResize: (column, width) => tab.widths.set(columns[column]?.id ?? '', width),
              }}
            />
          )}
          {noRows && (
            <div className="empty over">
              <h2>{session.emptyText || `There are no ${session.rowsNoun}`}</h2>
            </div>
          )}
          {error && pages && pages.loaded > 0 && (
            <div className="banner fail2 floats" role="alert">
              <span className="ell grow">{error.failure.message}</span>
              <button type="button" className="btn sm" onClick={() => void tab.refresh()}>
                Try Now
              </button>
            </div>
          )}
          <Loading tab={tab} />
        </div>
      )}
      <StatusBar tab={tab} session={session} onGo={(row) => grid.current?.scrollToRow(row)} />
    </>
  )
}
