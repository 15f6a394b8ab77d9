import { useStore } from 'zustand'
import { FailureNotice } from '../../ui/Notice'
import { useDrivers } from './drivers'
import style from './drivers.module.css'

/** A failed action on a driver. */
export function ActFailure({ id }: { id: string }) {
  const drivers = useDrivers()
  const error = useStore(drivers.plugins.store, (s) => s.failed[id])
  if (!error) return null
  return (
    <div className={style.foot}>
      <FailureNotice error={error} />
    </div>
  )
}
