import type { Group } from './ranking'

export const words = {
  title: 'Open or Run Anything',
  hint: (objects: string) => `> commands, # ${objects}, @ connections, / requests`,
  results: 'Results',
  none: (typed: string) => `Nothing matches “${typed.trim()}”.`,
  open: 'open',
  another: 'open in new tab',
  close: 'close',
}

const titles: Record<Exclude<Group['id'], 'object'>, string> = {
  recent: 'Recent',
  command: 'Commands',
  connection: 'Connections',
  request: 'Saved requests',
}

/**
 * The heading of a group, which says how many of its matches are shown where some are not. Objects are called as in the
 * open connections: "indices".
 */
export function heading({ id, shown, count }: Group, objects: string): string {
  const title = id === 'object' ? objects.charAt(0).toUpperCase() + objects.slice(1) : titles[id]
  return shown.length === count ? title : `${title}, ${shown.length} of ${count.toLocaleString('en-US')}`
}
