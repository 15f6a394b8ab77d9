import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Host, UpdateInfo } from '../../host'
import { size } from '../../lib/words'
import { Button } from '../../ui/Button'
import { FormHint, FormLabel } from '../../ui/Form'
import { FailureNotice } from '../../ui/Notice'
import style from './settings.module.css'
import { Updates } from './updates'
import { words } from './words'

/** Whether there is a newer version, and its download. */
export function UpdatesFields({ host }: { host: Host }) {
  const [updates] = useState(() => new Updates(host))
  useEffect(() => {
    void updates.load()
    return () => updates.cancel()
  }, [updates])
  const error = useStore(updates.store, (s) => s.error)
  return (
    <>
      <FormLabel className="top">Updates</FormLabel>
      <div className={style.updates}>
        <Newer updates={updates} />
        {error && <FailureNotice error={error} />}
      </div>
      <FormHint as="span">{words.updates}</FormHint>
    </>
  )
}

function Newer({ updates }: { updates: Updates }) {
  const { info, doing, done } = useStore(updates.store)
  if (!info) return null
  if (info.managed !== '')
    return (
      <span className="row g6">
        <Button small off aria-describedby="updates-managed" data-tip={info.managed}>
          Check for Updates
        </Button>
        <span className="t2" id="updates-managed">
          {info.managed}
        </span>
      </span>
    )
  if (info.version !== '' && doing === 'downloading') {
    return (
      <span className="row g6">
        <span className="num" role="status">
          Downloading {size(done)} of {size(info.size)}
        </span>
        <Button small onClick={() => updates.cancel()}>
          Cancel
        </Button>
      </span>
    )
  }
  if (info.version !== '') return <Offered updates={updates} info={info} />
  const upToDate = info.checked === '' ? '' : 'Quarry is up to date.'
  return (
    <span className="row g6">
      <Button small disabled={doing === 'checking'} onClick={() => void updates.check()}>
        Check for Updates
      </Button>
      <span className="t2" role="status">
        {doing === 'checking' ? 'Checking…' : upToDate}
      </span>
    </span>
  )
}

function Offered({ updates, info }: { updates: Updates; info: UpdateInfo }) {
  const there = info.downloaded !== ''
  return (
    <>
      <span className="sel-text" role="status">
        <span className="b">Quarry {info.version}</span>
        {there ? ' is downloaded and verified.' : ` is available (${size(info.size)}).`} {info.summary}
      </span>
      <span className="row g6">
        <Button small onClick={() => void (there ? updates.install() : updates.download())}>
          {there ? 'Install…' : 'Download'}
        </Button>
      </span>
    </>
  )
}
