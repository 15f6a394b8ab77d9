import { Pencil, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { DangerAlert } from '../../ui/DangerAlert'
import { withTip } from '../../ui/tips'
import type { Drafts, Found } from './drafts'
import { draftDiscardText, draftDiscardTitle, draftWords } from './words'

interface DraftBannerProps {
  drafts: Drafts
  /** The object in sight, whose drafts are offered first. */
  object: string | undefined
  onRestore(found: Found): void
}

/** Offers changes that were staged before Quarry ended, and says why changes could not be stored. */
export function DraftBanner({ drafts, object, onRestore }: DraftBannerProps) {
  const { found, failed } = useStore(drafts.store)
  const [asking, setAsking] = useState<Found | null>(null)
  const [hidden, setHidden] = useState('')
  useEffect(() => flushedWhenHidden(drafts), [drafts])
  const offered = found.filter(({ comesBack }) => !comesBack)
  const next = offered.find((one) => one.object === object) ?? offered[0]
  const discard = (which: Found) => {
    drafts.take([which])
    void drafts.flush()
    setAsking(null)
  }
  return (
    <>
      {failed !== '' && failed !== hidden && (
        <Banner tone="warning" onClose={() => setHidden(failed)}>
          <span className="grow ell" {...withTip()}>
            {failed}
          </span>
        </Banner>
      )}
      {next && (
        <Banner tone="warning" icon={Pencil}>
          <span className="grow ell" {...withTip()}>
            {draftWords(next, new Date())}
          </span>
          {offered.length > 1 && <span className="t3 nowrap">1 of {offered.length}</span>}
          <Button small onClick={() => setAsking(next)}>
            Discard…
          </Button>
          <Button small onClick={() => onRestore(next)}>
            Restore
          </Button>
        </Banner>
      )}
      {asking && (
        <DangerAlert
          icon={TriangleAlert}
          title={draftDiscardTitle(asking)}
          confirm="Discard"
          onConfirm={() => discard(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{draftDiscardText}</p>
        </DangerAlert>
      )}
    </>
  )
}

/** Stores changes as soon as the page is hidden: it may not run again after that. */
function flushedWhenHidden(drafts: Drafts): () => void {
  const hidden = () => document.visibilityState === 'hidden' && void drafts.flush()
  document.addEventListener('visibilitychange', hidden)
  return () => document.removeEventListener('visibilitychange', hidden)
}
