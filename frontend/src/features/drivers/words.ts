import type { Plugin } from '../../host'
import { size } from '../../lib/words'

/** Writes names as a list: "a", "a and b", "a, b and c". */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** The connections that use a driver, each once, in words. */
export function usersOf(plugin: Plugin): string {
  const names = [...new Set(plugin.uses.map((u) => u.name))]
  return names.length > 0 ? listed(names) : 'a connection that is being opened'
}

/** The line under a driver's name. */
export function aboutPlugin(p: Plugin): string {
  if (p.version === '') return p.publisher === '' ? '' : `by ${p.publisher}`
  const bytes = p.size === '' ? '' : `, ${size(p.size)}`
  return `${p.version} by ${p.publisher}${bytes}, protocol ${p.protocol}`
}

/** Why a driver cannot be uninstalled, "" where it can. */
export function whyInstalled(p: Plugin): string {
  if (!p.inUse) return ''
  if (p.uses.length === 0) return `${p.title} cannot be uninstalled while one of its connections is being opened.`
  return `Close ${usersOf(p)} to uninstall ${p.title}.`
}

/** The button that brings a newer package; another build of the same version has no other name. */
export function updateLabel(update: string, version: string): string {
  return update === version ? 'Update' : `Update to ${update}`
}

/** How many drivers want something of the user: an update, one that waits, files that cannot be loaded. */
export function wanting(plugins: Plugin[]): number {
  return plugins.filter((p) => p.update !== '' || p.staged !== '' || p.problem !== '').length
}

/** The last part of a path, of any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** When the registry was read, as one says it of a list on the screen: the time, with the day where it is not today. */
export function checkedAt(iso: string, now: Date): string {
  const then = new Date(iso)
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === now.toDateString()) return time
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`
}

/** What a check for updates found. */
export function updateWords(plugins: readonly Plugin[]): string {
  const newer = plugins.filter((p) => p.update !== '')
  if (newer.length === 0) return 'Every driver is up to date'
  return newer.length === 1 ? '1 update available' : `${newer.length} updates available`
}
