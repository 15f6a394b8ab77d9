import { ChevronRight } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import type { Connection, Database } from '../../host'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Facts } from '../../ui/Facts'
import { SidePane } from '../../ui/SidePane'
import { described } from '../../ui/tips'
import { MenuButton } from '../../window/MenuButton'
import style from './ConnectionDetails.module.css'
import { actsOf, type ConnectionAct } from './commands'
import { factsOf } from './facts'
import { useSaved } from './saved'
import { words } from './words'

/** The facts that the pane shows outside of its list. */
const elsewhere: ConnectionAct['id'][] = ['connection.connect', 'connection.edit', 'connection.export']

interface ConnectionDetailsProps {
  connection: Connection
  /** Whether it is open. */
  open: boolean
  /** Its database, once known. */
  database: Database | undefined
}

/** The pane on the right: the facts and the commands of the selected connection. */
export function ConnectionDetails({ connection: c, open, database }: ConnectionDetailsProps) {
  const saved = useSaved()
  const acts = actsOf(saved, c).filter(({ id }) => !elsewhere.includes(id))
  return (
    <SidePane details aria-label={c.name} data-pane="details">
      <div className={style.head}>
        <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} size="lg" />
        <div className="grow">
          <h2 className="ell" data-tip="">
            {c.name}
          </h2>
          <p className="fs12 t2">
            {c.title} {c.version}
          </p>
        </div>
      </div>
      <div className={`row ${style.acts}`}>
        <Button primary className="grow" onClick={() => void saved.ports.connect(c)}>
          {open ? words.show : 'Connect'} <Hint of="connection.connect" />
        </Button>
        <Button
          off={c.preset}
          onClick={() => !c.preset && void saved.edit(c)}
          {...described(c.preset ? words.preset : undefined)}
        >
          Edit… <Hint of="connection.edit" />
        </Button>
      </div>
      <Facts className={style.facts}>
        {factsOf(c, database, new Date()).map((fact) => (
          <div key={fact.name} className={style.pair}>
            <dt>{fact.name}</dt>
            <dd className={`sel-text ${fact.mono ? 'mono' : ''}`} data-tip="">
              {fact.value}
            </dd>
          </div>
        ))}
      </Facts>
      <div className={style.list}>
        {acts.map((act) =>
          act.id === 'connection.group' && act.why === '' ? (
            <GroupAct key={act.id} act={act} connection={c} />
          ) : (
            <DetailAct key={act.id} act={act} />
          ),
        )}
      </div>
    </SidePane>
  )
}

function DetailAct({ act: { id, title, icon: Icon, why, run } }: { act: ConnectionAct }) {
  const off = why !== ''
  return (
    <>
      <button
        type="button"
        className={`${style.command} ${off ? style.off : ''}`}
        aria-disabled={off}
        aria-describedby={off ? `why-${id}` : undefined}
        onClick={() => !off && run()}
      >
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {title}
        <span className="grow" />
        <Hint of={id} />
      </button>
      {off && (
        <p className={`${style.why} fs11 t3`} id={`why-${id}`}>
          {why}
        </p>
      )}
    </>
  )
}

function GroupAct({ act, connection }: { act: ConnectionAct; connection: Connection }) {
  const Icon = act.icon
  return (
    <MenuButton of={{ kind: 'groups', connection }} className={style.command}>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {act.title}
      <span className="grow" />
      <ChevronRight size={12} strokeWidth={1.75} aria-hidden="true" />
    </MenuButton>
  )
}
