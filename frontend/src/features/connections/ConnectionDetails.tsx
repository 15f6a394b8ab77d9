import { Trash2 } from 'lucide-react'
import type { Connection } from '../../host'
import { useShell, useShellState } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { Key } from '../../ui/Key'
import { factsOf } from './facts'

/** The pane at the right: what is known of the selected connection and what can be done with it. */
export function ConnectionDetails({ connection: c }: { connection: Connection }) {
  const shell = useShell()
  const database = useShellState((s) => s.registry?.databases.find((d) => d.id === c.driver))
  return (
    <aside className="inspector details" aria-label={c.name} data-pane="details">
      <div className="detailhead">
        <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} size="lg" />
        <div className="grow">
          <h2 className="ell" title={c.name}>
            {c.name}
          </h2>
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
          Edit… <Key mac="⌘E" win="Ctrl+E" />
        </button>
      </div>
      <dl className="kv detailfacts">
        {factsOf(c, database, new Date()).map((fact) => (
          <div key={fact.name} className="pair">
            <dt>{fact.name}</dt>
            <dd className={`sel-text ${fact.mono ? 'mono' : ''}`} title={fact.value}>
              {fact.value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="detaillist">
        <button type="button" className="detailcmd" onClick={() => shell.show({ kind: 'delete', connection: c })}>
          <Trash2 size={14} strokeWidth={1.5} aria-hidden="true" /> Delete…
          <span className="grow" />
          <Key mac="⌫" win="Del" />
        </button>
      </div>
    </aside>
  )
}
