import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { points } from '../../lib/shortened'
import { counted } from '../../lib/words'
import { Button } from '../../ui/Button'
import { FindInText } from '../../ui/FindField'
import { FailureNotice } from '../../ui/Notice'
import { SideBarFoot } from '../../ui/SideBar'
import { TextView } from '../../ui/TextView'
import { useFind } from '../../ui/text/useFind'
import { useCopy } from '../../window/messages'
import { RecordDocument } from './document'
import style from './Inspector.module.css'
import type { Rows } from './viewer'

/** The current document of a row, with the engine's own characters. */
export function RecordJSON({ pages, row }: { pages: Rows; row: number }) {
  const [record] = useState(() => new RecordDocument())
  // Before drawing, so that no document appears under the name of another.
  useLayoutEffect(() => {
    record.show(pages, row)
    return () => record.close()
  }, [record, pages, row])
  const { loaded, error } = useStore(record.store)
  const copy = useCopy()
  const find = useFind(loaded?.text ?? '')
  if (error) {
    return (
      <div className={style.filter}>
        <FailureNotice error={error} />
      </div>
    )
  }
  return (
    <>
      <div className={style.filter}>
        <FindInText label="Find" width={140} find={find} />
      </div>
      <TextView label="Document as JSON" text={loaded?.text ?? ''} language="json" tree={loaded?.tree} find={find} />
      <SideBarFoot className="row">
        <span className="t3 fs11 grow" role="status">
          {loaded ? counted(points(loaded.text), 'character') : 'Loading the document'}
          {loaded?.changed && ', changed since this row was loaded'}
        </span>
        <Button small disabled={!loaded} onClick={() => void copy(loaded?.text ?? '')}>
          Copy
        </Button>
      </SideBarFoot>
    </>
  )
}
