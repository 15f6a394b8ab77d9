import { Server } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Empty } from '../../ui/Empty'
import { FailureNotice, Notice } from '../../ui/Notice'
import { described } from '../../ui/tips'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { InstallFile } from './InstallFile'
import { SetAddress } from './SetAddress'
import { sheetWords } from './sheetWords'

/** Why the list is old, short or empty, and what to do; nothing if the registry was loaded. */
export function RegistryNotice() {
  const drivers = useDrivers()
  const registry = useRegistry((s) => s.registry)
  const error = useRegistry((s) => s.error)
  const [ask, setAsk] = useState<'' | 'file' | 'address'>('')
  if (error) return <FailureNotice error={error} />
  if (!registry || registry.notice === '') return null
  const done = async () => {
    setAsk('')
    await drivers.plugins.check(false)
  }
  const ways = (
    <>
      <Button
        small
        off={registry.fixed !== ''}
        onClick={() => registry.fixed === '' && setAsk('address')}
        {...described(registry.fixed || undefined)}
      >
        Set Address…
      </Button>
      <Button small onClick={() => setAsk('file')}>
        Install from File…
      </Button>
    </>
  )
  return (
    <>
      {registry.address === '' ? (
        <Empty className={style.empty}>
          <Server size={24} strokeWidth={1.25} aria-hidden="true" />
          <h2>{registry.notice}</h2>
          <p>{sheetWords.aboutRegistry}</p>
          <div className="row">{ways}</div>
        </Empty>
      ) : (
        <Notice tone="warning">
          <div className="grow sel-text">{registry.notice}</div>
          <div className={`row wrap ${style.acts}`}>
            <Button small onClick={() => void drivers.plugins.check(true)}>
              Try Again
            </Button>
            {registry.checked === '' && ways}
          </div>
        </Notice>
      )}
      {ask === 'address' && <SetAddress onClose={() => setAsk('')} onDone={() => void done()} />}
      {ask === 'file' && <InstallFile onClose={() => setAsk('')} onDone={done} />}
    </>
  )
}
