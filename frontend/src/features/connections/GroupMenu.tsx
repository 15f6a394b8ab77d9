import { Menu } from '@base-ui/react/menu'
import { Hint } from '../../commands/Hint'
import menu from '../../ui/Menu.module.css'
import { groupBeside } from './list'
import { useSaved, useSavedState } from './saved'
import { words } from './words'

/** The items of a group's menu, wherever the group is shown. */
export function GroupMenu({ group }: { group: string }) {
  const { library } = useSaved()
  const groups = useSavedState((s) => s.groups)
  const preset = groups.some((g) => g.name === group && g.preset)
  const up = groupBeside(groups, group, -1)
  const down = groupBeside(groups, group, 1)
  const move = (to: { before: string } | null) => to && void library.moveGroup(group, to.before)
  if (preset)
    return (
      <Menu.Item className={`${menu.item} ${menu.dim}`} disabled>
        Rename… <span className={menu.why}>{words.preset}</span>
      </Menu.Item>
    )
  return (
    <>
      <Menu.Item className={menu.item} onClick={() => library.open({ sheet: 'group', group, taking: null })}>
        Rename… <Hint of="group.rename" />
      </Menu.Item>
      <Menu.Item className={menu.item} disabled={!up} onClick={() => move(up)}>
        Move Up <Hint of="group.moveUp" />
      </Menu.Item>
      <Menu.Item className={menu.item} disabled={!down} onClick={() => move(down)}>
        Move Down <Hint of="group.moveDown" />
      </Menu.Item>
      <Menu.Separator className={menu.separator} />
      <Menu.Item className={menu.item} onClick={() => library.open({ sheet: 'delete-group', group })}>
        Delete Group… <Hint of="group.delete" />
      </Menu.Item>
    </>
  )
}
