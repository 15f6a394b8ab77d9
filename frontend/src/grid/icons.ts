import type { MarkState } from './types'

/** The icons of heads and row marks, as paths in a 16 px box. */
export type Icon = 'lock' | 'unsortable' | 'ascending' | 'descending' | 'warning' | MarkState

const paths: Record<Icon, string> = {
  lock: 'M4.7 7h6.6a1.2 1.2 0 0 1 1.2 1.2v4.1a1.2 1.2 0 0 1-1.2 1.2H4.7a1.2 1.2 0 0 1-1.2-1.2V8.200A1.2 1.2 0 0 1 4.700 7M5.500 7V5.200a2.500 2.500 0 0 1 5 0V7',
  unsortable:
    'M5 13V3.500M2.800 5.700 5 3.500l2.200 2.200M11 3v9.500M8.800 10.300l2.200 2.200 2.200-2.200M2 13.500 14 2.500',
  ascending: 'M8 12.500v-9M5 6.500l3-3 3 3',
  descending: 'M8 3.500v9M5 9.500l3 3 3-3',
  warning: 'M8 2.800 14 13H2zM8 6.500v3M8 11.200v.1',
  edited: 'm3 13 .6-2.900L10.800 3 13 5.200l-7.100 7.200z',
  new: 'M8 3.500v9M3.500 8h9',
  deleted: 'M3.500 8h9',
  conflict: 'M8 13.500V9.500L4.500 5.500M8 9.500l3.500-4M4.500 8.500V5.500H7.200M11.500 8.500V5.500H8.800',
  invalid: 'M8 2.800 14 13H2zM8 6.500v3M8 11.200v.1',
  refused: 'M8 2.800 14 13H2zM8 6.500v3M8 11.200v.1',
}

const svg = 'http://www.w3.org/2000/svg'

/** Draws an icon. It is hidden from screen readers: its meaning belongs in the accessible name next to it. */
export function icon(name: Icon): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg')
  element.setAttribute('viewBox', '0 0 16 16')
  element.setAttribute('aria-hidden', 'true')
  element.setAttribute('class', `i ${name}`)
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', paths[name])
  element.append(path)
  return element
}
