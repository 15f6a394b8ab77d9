import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import style from './drivers.module.css'
import { ProgressBar } from './InstallProgress'
import type { Installation } from './installation'

/** A running installation: its progress, and Cancel. */
export function InstallRow({ work, onCancel }: { work: Installation; onCancel(): void }) {
  const { progress } = useStore(work.store)
  const step = progress?.steps.find((s) => s.state === 'running')
  return (
    <>
      <div className={`col ${style.progress}`}>
        {progress && <ProgressBar progress={progress} />}
        <span className="vh" role="status">
          {step?.title}
        </span>
      </div>
      <Button small onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
