import { Menu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import type { Connection } from '../../host'
import menu from '../../ui/Menu.module.css'
import { actsOf, type ConnectionAct } from './commands'
import { restTitle } from './list'
import { useSaved, useSavedState } from './saved'

/** The commands with a separator above them. */
const first: ConnectionAct['id'][] = ['connection.duplicate', 'connection.delete']

/** The menu items of a connection. */
export function ConnectionItems({ connection: c }: { connection: Connection }) {
  const saved = useSaved()
  return actsOf(saved, c).map((act) => <MenuLine key={act.id} act={act} connection={c} />)
}

function MenuLine({ act, connection }: { act: ConnectionAct; connection: Connection }) {
  const { id, title, why, run } = act
  return (
    <>
      {first.includes(id) && <Menu.Separator className={menu.separator} />}
      {id === 'connection.group' && why === '' ? (
        <Menu.SubmenuRoot>
          <Menu.SubmenuTrigger className={menu.item}>
            {title} <span className="grow" />
            <ChevronRight size={12} strokeWidth={1.75} aria-hidden="true" />
          </Menu.SubmenuTrigger>
          <Menu.Portal>
            <Menu.Positioner className={menu.layer}>
              <Menu.Popup className={menu.menu} aria-label={title}>
                <GroupItems connection={connection} />
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.SubmenuRoot>
      ) : (
        <Menu.Item className={`${menu.item} ${why === '' ? '' : menu.dim}`} disabled={why !== ''} onClick={run}>
          {title}
          <Hint of={id} />
          {why !== '' && <span className={menu.why}>{why}</span>}
        </Menu.Item>
      )}
    </>
  )
}

/** The groups, with the connection's own one ticked. */
export function GroupItems({ connection: c }: { connection: Connection }) {
  const { library } = useSaved()
  const groups = useSavedState((s) => s.groups)
  return (
    <>
      <Menu.RadioGroup
        aria-label="Group"
        value={c.group}
        onValueChange={(group: string) => void library.move(c, { group, before: '' })}
      >
        {[...groups.map((g) => g.name), ''].map((name) => (
          <Menu.RadioItem key={name} value={name} className={menu.item} closeOnClick>
            <span className={menu.check}>
              <Menu.RadioItemIndicator>
                <Check size={12} strokeWidth={2} aria-hidden="true" />
              </Menu.RadioItemIndicator>
            </span>
            <span className="ell">{name === '' ? restTitle : name}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Separator className={menu.separator} />
      <Menu.Item className={menu.item} onClick={() => library.open({ sheet: 'group', group: '', taking: c })}>
        <span className={menu.check} />
        New Group…
      </Menu.Item>
    </>
  )
}
