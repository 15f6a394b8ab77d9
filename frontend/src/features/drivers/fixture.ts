import type { Database, Plugin, PluginUse } from '../../host'

/** An installed driver for tests. */
export function pluginOf(part: Partial<Plugin>): Plugin {
  return {
    id: 'sample',
    title: 'Sample',
    badge: 'SA',
    badgeFill: '#102030',
    badgeText: '#FFFFFF',
    version: '1.2.0',
    publisher: 'Somebody',
    protocol: 3,
    size: '1100000',
    enabled: true,
    staged: '',
    update: '',
    problem: '',
    offered: true,
    inUse: false,
    uses: [],
    ...part,
  }
}

export function useOf(session: string, name: string): PluginUse {
  return { session, connection: `c-${name}`, name, version: '1.2.0' }
}

/** What a registry offers, for tests. */
export function databaseOf(part: Partial<Database>): Database {
  return {
    id: 'sample',
    title: 'Sample',
    summary: 'A sample',
    version: '1.3.0',
    size: '1100000',
    installed: false,
    installedVersion: '',
    problem: '',
    blocked: false,
    update: '',
    staged: '',
    sample: false,
    tabs: [],
    ...part,
  } as unknown as Database
}
