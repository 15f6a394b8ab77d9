import { Server } from 'lucide-react'
import type { Registry } from '../../host'
import { Button } from '../../ui/Button'
import { FormHint } from '../../ui/Form'
import { Middle } from '../../ui/Middle'
import { useDrivers } from './drivers'
import style from './drivers.module.css'
import { checkedAt } from './words'

/** The registry's address, and the button to change it. */
export function RegistryLine({ registry: r }: { registry: Registry }) {
  const drivers = useDrivers()
  if (r.address === '') return null
  return (
    <div className={`fs12 t2 ${style.registry}`}>
      <div className="row">
        <Server size={14} strokeWidth={1.5} aria-hidden="true" />
        Registry
        <Middle text={r.address} className="mono sel-text" />
        {r.sequence !== '' && (
          <span className="t3 nowrap">
            index {r.sequence}, signed, checked {checkedAt(r.checked, new Date())}
          </span>
        )}
        <Button
          small
          quiet
          off={r.fixed !== ''}
          className="end"
          data-tip={r.fixed || undefined}
          aria-describedby={r.fixed !== '' ? 'registry-fixed' : undefined}
          onClick={() => r.fixed === '' && drivers.plugins.ask({ kind: 'address' })}
        >
          Change Registry…
        </Button>
      </div>
      {r.fixed !== '' && <FormHint id="registry-fixed">The address cannot be changed. {r.fixed}</FormHint>}
    </div>
  )
}
