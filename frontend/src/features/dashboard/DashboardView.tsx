import { Pause, Play, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import type { ChartPoint, DashboardFigures } from '../../host'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import { ErrorCard } from '../../ui/ErrorCard'
import { PopUp } from '../../ui/PopUp'
import { CancelTask } from './CancelTask'
import { Charts } from './Charts'
import style from './dashboard.module.css'
import { ExplainedSheet } from './ExplainedSheet'
import { FigureTable } from './FigureTable'
import { Gauges } from './Gauges'
import { Section } from './Section'
import { Tasks } from './Tasks'
import { type DashboardTab, intervals } from './tab'
import { clock, intervalWords, words } from './words'

/** The figures of a server. They are loaded only while they are visible. */
export function DashboardView({ tab }: { tab: DashboardTab }) {
  const pane = useRef<HTMLElement>(null)
  const { figures, points, error, explaining, question } = useStore(tab.store)
  useSeen(tab)
  useEffect(() => {
    if (!tab.fresh) return
    tab.fresh = false
    pane.current?.focus()
  }, [tab])
  useCommands('dashboard', {
    'dashboard.pause': () => tab.togglePause(),
    'refresh.every5': () => tab.setEvery(5),
    'refresh.every10': () => tab.setEvery(10),
    'refresh.every30': () => tab.setEvery(30),
    'refresh.every60': { run: () => undefined, reason: () => words.notAMinute },
    'refresh.off': () => tab.setEvery(0),
  })
  const keys = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement) || event.target.closest(pressable)) return
    event.preventDefault()
    tab.togglePause()
  }
  return (
    <section className={style.dashboard} aria-label={words.title} data-pane="dashboard" onKeyDown={keys}>
      <Bar tab={tab} />
      {error && figures && (
        <Banner tone="warning">
          <span className="grow ell">
            {words.stale(clock(figures.taken))} {error.message}
          </span>
          <CopyDetails error={error} quiet />
        </Banner>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section ref={pane} className={style.body} aria-label="Figures" tabIndex={0}>
        {figures ? <Figures tab={tab} figures={figures} points={points} /> : <Unread tab={tab} />}
      </section>
      {question && <CancelTask tab={tab} question={question} />}
      {explaining && <ExplainedSheet explaining={explaining} onClose={() => tab.closeExplained()} />}
    </section>
  )
}

interface FiguresProps {
  tab: DashboardTab
  figures: DashboardFigures
  points: readonly ChartPoint[]
}

function Figures({ tab, figures, points }: FiguresProps) {
  return (
    <>
      <Gauges tab={tab} gauges={figures.gauges} />
      <Charts charts={figures.charts} points={points} />
      {figures.tables.map((table) => (
        <FigureTable key={table.title} tab={tab} table={table} />
      ))}
      {figures.tasks && <Tasks tab={tab} {...figures.tasks} />}
      {figures.notes.length > 0 && (
        <div className={style.charts}>
          {figures.notes.map(({ title, text }) => (
            <Section key={title} title={title} count="0" note="" error={null}>
              <p className={style.said}>{text}</p>
            </Section>
          ))}
        </div>
      )}
    </>
  )
}

/** Shown until there are figures. */
function Unread({ tab }: { tab: DashboardTab }) {
  const error = useStore(tab.store, (s) => s.error)
  if (error) return <ErrorCard error={error} title={words.unread} label={words.unread} onRetry={() => tab.refresh()} />
  return (
    <p className={style.said} role="status">
      {words.reading}
    </p>
  )
}

/** The elements that handle the space bar themselves. */
const pressable = 'button, select, input, textarea, a, [role=dialog], [role=alertdialog]'

function Bar({ tab }: { tab: DashboardTab }) {
  const { figures, every, paused } = useStore(tab.store)
  const PauseIcon = paused ? Play : Pause
  return (
    <div className={style.bar} role="toolbar" aria-label={words.title}>
      <h1>{words.title}</h1>
      <span className={`${style.server} ell`}>{figures?.server}</span>
      {figures && <span className={style.time}>{words.refreshed(clock(figures.taken))}</span>}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the pop-up button is a select. */}
      <label className={style.every}>
        Every
        <PopUp aria-label="Refresh every" value={every} onChange={(event) => tab.setEvery(Number(event.target.value))}>
          {intervals.map((seconds) => (
            <option key={seconds} value={seconds}>
              {intervalWords(seconds)}
            </option>
          ))}
        </PopUp>
      </label>
      <Button small aria-pressed={paused} onClick={() => tab.togglePause()}>
        <PauseIcon size={14} strokeWidth={1.5} aria-hidden="true" /> {paused ? 'Resume' : 'Pause'}{' '}
        <Hint of="dashboard.pause" />
      </Button>
      <Button small onClick={() => tab.refresh()}>
        <RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" /> Refresh Now
      </Button>
    </div>
  )
}

/** Tells a dashboard whether it is visible: its tab is active, and the window is visible. */
function useSeen(tab: DashboardTab): void {
  useEffect(() => {
    const changed = () => tab.see(document.visibilityState === 'visible')
    changed()
    document.addEventListener('visibilitychange', changed)
    return () => {
      document.removeEventListener('visibilitychange', changed)
      tab.see(false)
    }
  }, [tab])
}
