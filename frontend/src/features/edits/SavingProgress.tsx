import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { Track } from '../../ui/Track'
import styles from './Edits.module.css'
import type { Saving } from './saving'
import { progressWords } from './words'

/** How far a save is, and the button that stops it. */
export function SavingProgress({ saving }: { saving: Saving }) {
  const { shown, progress, stopping } = useStore(saving.store)
  const words = progressWords(progress, shown?.info.requests.length ?? 0, stopping)
  const part = progress && progress.total > 0 ? progress.ended / progress.total : 0
  return (
    <>
      <span className="m nowrap num" role="status">
        {words}
      </span>
      {progress && (
        <Track
          className={styles.progress}
          role="progressbar"
          aria-label="Saving"
          aria-valuenow={Math.round(part * 100)}
        >
          <i style={{ width: `${part * 100}%` }} />
        </Track>
      )}
      <span className="grow" />
      <Button small off={stopping} onClick={() => saving.stop()}>
        Stop
      </Button>
    </>
  )
}
