import type { ReactNode } from 'react'
import type { Failure } from '../../host'
import { Panel, PanelHead } from '../../ui/Panel'
import style from './dashboard.module.css'

interface SectionProps {
  title: string
  count: string
  /** What is missing from it, '' if it is complete. */
  note: string
  /** Why it cannot be shown. */
  error: Failure | null
  children: ReactNode
}

/** A table of the dashboard under its title, or why it is missing. */
export function Section({ title, count, note, error, children }: SectionProps) {
  return (
    <Panel aria-label={title}>
      <PanelHead className={style.head}>
        <h2>{title}</h2>
        <span className={style.count}>{count}</span>
      </PanelHead>
      {error ? <p className={style.said}>{error.message}</p> : <div className={style.table}>{children}</div>}
      {note !== '' && <p className={style.said}>{note}</p>}
    </Panel>
  )
}
