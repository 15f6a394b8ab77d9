import type { ReactNode } from 'react'
import type { Failure } from '../../host'
import style from './dashboard.module.css'

interface SectionProps {
  title: string
  count: string
  /** What is missing from it, '' for nothing. */
  note: string
  /** Why it cannot be shown. */
  error: Failure | null
  children: ReactNode
}

/** A list of the dashboard under its title, or why there is none. */
export function Section({ title, count, note, error, children }: SectionProps) {
  return (
    <section className="panel" aria-label={title}>
      <div className={`ph2 ${style.head}`}>
        <h2>{title}</h2>
        <span className={style.count}>{count}</span>
      </div>
      {error ? <p className={style.said}>{error.message}</p> : <div className={style.table}>{children}</div>}
      {note !== '' && <p className={style.said}>{note}</p>}
    </section>
  )
}
