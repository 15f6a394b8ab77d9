import { Trash2 } from 'lucide-react'
import type { Connection } from '../../host'
import { ago } from '../../lib/words'
import { useShell } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { Key } from '../../ui/Key'

const safeModes: Record<string, string> = { off: 'Off', confirm: 'Confirm writes', 'read-only': 'Read-only' }

/** The pane at the right: what is known of the selected connection and what can be done with it. */
export function ConnectionDetails({ connection: c }: { connection: Connection }) {
  const shell = useShell()
  const facts: [string, string][] = [
    ['Host', c.host],
    ['Port', c.port],
    ['Safe mode', safeModes[c.safeMode] ?? c.safeMode],
    ['Last opened', ago(c.lastOpened, new Date()) || 'never'],
  ]
  return (
    <aside className="inspector details" aria-label={c.name}>
      <div className="detailhead">
        <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} size="lg" />
        <div className="grow ell">
          <h2>{c.name}</h2>
          <p className="fs12 t2">
            {c.title} {c.version}
          </p>
        </div>
      </div>
      <div className="row detailacts">
        <button type="button" className="btn primary grow" onClick={() => void shell.connect(c)}>
          Connect <Key mac="↩" win="Enter" />
        </button>
        <button type="button" className="btn" onClick={() => void shell.edit(c)}>
          Edit…
        </button>
      </div>
      <dl className="kv detailfacts">
        {facts.map(([name, value]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd className={name === 'Host' ? 'mono' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="btn quiet detaildel"
        onClick={() => shell.show({ kind: 'delete', connection: c })}
      >
        <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" /> Delete…
      </button>
    </aside>
  )
}
