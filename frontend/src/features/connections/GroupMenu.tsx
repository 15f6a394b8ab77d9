import { Menu } from '@base-ui/react/menu'
import { Key } from '../../ui/Key'
import { groupBeside } from './list'
import { useSaved, useSavedState } from './saved'

/** The items of a group's menu, wherever the group is shown. */
export function GroupMenu({ group }: { group: string }) {
  const { library } = useSaved()
  const groups = useSavedState((s) => s.groups)
  const up = groupBeside(groups, group, -1)
  const down = groupBeside(groups, group, 1)
  const move = (to: { before: string } | null) => to && void library.moveGroup(group, to.before)
  return (
    <>
      <Menu.Item className="mi" onClick={() => library.open({ sheet: 'group', group, taking: null })}>
        Rename… <Key mac="F2" win="F2" />
      </Menu.Item>
      <Menu.Item className="mi" disabled={!up} onClick={() => move(up)}>
        Move Up <Key mac="⌥↑" win="Alt+Up" />
      </Menu.Item>
      <Menu.Item className="mi" disabled={!down} onClick={() => move(down)}>
        Move Down <Key mac="⌥↓" win="Alt+Down" />
      </Menu.Item>
      <Menu.Separator className="msep" />
      <Menu.Item className="mi" onClick={() => library.open({ sheet: 'delete-group', group })}>
        Delete Group… <Key mac="⌫" win="Del" />
      </Menu.Item>
    </>
  )
}
