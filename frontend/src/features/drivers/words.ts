import type { Plugin } from '../../host'
import { size } from '../../lib/words'

/** Joins names: "a", "a and b", "a, b and c". */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** The connections that use a driver, in words, without duplicates. */
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

/** Why a driver cannot be uninstalled, "" if it can. */
export function whyInstalled(p: Plugin): string {
  if (!p.inUse) return ''
  if (p.uses.length === 0) return `${p.title} cannot be uninstalled while one of its connections is being opened.`
  return `Close ${usersOf(p)} to uninstall ${p.title}.`
}

/** The label of the update button; another build of the same version has no different name. */
export function updateLabel(update: string, version: string): string {
  return update === version ? 'Update' : `Update to ${update}`
}

/** How many drivers need attention: an update, a waiting version, files that cannot be loaded. */
export function wanting(plugins: Plugin[]): number {
  return plugins.filter((p) => p.update !== '' || p.staged !== '' || p.problem !== '').length
}

/** The last part of a path, on any platform. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** When the registry was loaded: the time, with the day if it is not today. */
export function checkedAt(iso: string, now: Date): string {
  const then = new Date(iso)
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === now.toDateString()) return time
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`
}

/** The result of a check for updates. */
export function updateWords(plugins: readonly Plugin[]): string {
  const newer = plugins.filter((p) => p.update !== '')
  if (newer.length === 0) return 'Every driver is up to date'
  return newer.length === 1 ? '1 update available' : `${newer.length} updates available`
}
