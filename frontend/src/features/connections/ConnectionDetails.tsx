import { ChevronRight } from 'lucide-react'
import type { Connection, Database } from '../../host'
import { Badge } from '../../ui/Badge'
import { Key } from '../../ui/Key'
import { MenuButton } from '../../window/MenuButton'
import { type Command, commandsOf } from './commands'
import { factsOf } from './facts'
import { useSaved } from './saved'

interface ConnectionDetailsProps {
  connection: Connection
  /** Its database, once that is known. */
  database: Database | undefined
}

/** The pane at the right: what is known of the selected connection and what can be done with it. */
export function ConnectionDetails({ connection: c, database }: ConnectionDetailsProps) {
  const saved = useSaved()
  const commands = commandsOf(saved, c).filter(({ id }) => !['connect', 'edit', 'export'].includes(id))
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
        <button type="button" className="btn primary grow" onClick={() => void saved.ports.connect(c)}>
          Connect <Key mac="↩" win="Enter" />
        </button>
        <button type="button" className="btn" onClick={() => void saved.edit(c)}>
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
        {commands.map((command) =>
          command.id === 'group' ? (
            <GroupCommand key={command.id} command={command} connection={c} />
          ) : (
            <DetailCommand key={command.id} command={command} />
          ),
        )}
      </div>
    </aside>
  )
}

function DetailCommand({ command: { id, title, icon: Icon, why, mac, win, run } }: { command: Command }) {
  const off = why !== ''
  return (
    <>
      <button
        type="button"
        className={`detailcmd ${off ? 'off' : ''}`}
        aria-disabled={off}
        aria-describedby={off ? `why-${id}` : undefined}
        onClick={() => !off && run()}
      >
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {title}
        <span className="grow" />
        {win !== '' && <Key mac={mac} win={win} />}
      </button>
      {off && (
        <p className="detailwhy fs11 t3" id={`why-${id}`}>
          {why}
        </p>
      )}
    </>
  )
}

function GroupCommand({ command, connection }: { command: Command; connection: Connection }) {
  const Icon = command.icon
  return (
    <MenuButton of={{ kind: 'groups', connection }} className="detailcmd">
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {command.title}
      <span className="grow" />
      <ChevronRight size={12} strokeWidth={1.75} aria-hidden="true" />
    </MenuButton>
  )
}
