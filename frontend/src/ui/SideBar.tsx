import { part } from './part'
import style from './SideBar.module.css'

/** The list at the left of a window. */
export const SideBar = part('nav', 'side-bar', style.sideBar)

export const SideBarTop = part('div', 'side-bar-top', style.top)

export const SideBarHead = part('div', 'side-bar-head', style.head)

export const SideBarList = part('div', 'side-bar-list', style.list)

export const SideBarRow = part('div', 'side-bar-row', style.row, { on: style.on, dim: style.dim })

export const SideBarCount = part('span', 'side-bar-count', style.count)

export const SideBarSize = part('span', 'side-bar-size', style.size)

export const SideBarFoot = part('div', 'side-bar-foot', style.foot)
