import { Check, ChevronRight, X } from 'lucide-react'
import type { InstallProgress, InstallStep } from '../../host'
import { size } from '../../lib/words'
import { Track } from '../../ui/Track'
import style from './drivers.module.css'

/** The progress bar of a download. */
export function ProgressBar({ progress: p }: { progress: InstallProgress }) {
  const part = Number(p.total) > 0 ? Math.min(1, Number(p.done) / Number(p.total)) : 0
  return (
    <>
      <Track role="progressbar" aria-label="Download" aria-valuenow={Math.round(part * 100)}>
        <i style={{ width: `${part * 100}%` }} />
      </Track>
      <p className="fs11 t3 row num">
        <span className="grow">
          {size(p.done || '0')} of {size(p.total || '0')}
        </span>
        {Number(p.rate) > 0 && `${size(p.rate)}/s`}
      </p>
    </>
  )
}

/** The steps of an installation: which are done, which one is running, which one failed. */
export function InstallSteps({ steps }: { steps: InstallStep[] }) {
  return (
    <>
      <ul className={style.steps}>
        {steps.map((s) => (
          <li key={s.title} className={s.state === 'waiting' ? 't3' : s.state === 'running' ? 'b' : ''}>
            <span className={style.mark}>
              {s.state === 'done' && <Check size={14} className="ok" aria-label="done" />}
              {s.state === 'failed' && <X size={14} className="fail" aria-label="failed" />}
              {s.state === 'running' && <ChevronRight size={14} className="info" aria-label="running" />}
            </span>
            {s.title}
          </li>
        ))}
      </ul>
      <span className="vh" role="status">
        {steps.find((s) => s.state === 'running')?.title}
      </span>
    </>
  )
}
