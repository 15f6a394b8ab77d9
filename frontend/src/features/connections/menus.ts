import type { Connection } from '../../host'

declare module '../../window/menus' {
  interface MenuKinds {
    /** The actions for a connection. */
    connection: { connection: Connection }
    /** The groups that a connection can be moved to. */
    groups: { connection: Connection }
    /** The actions for a group, by its name. */
    group: { group: string }
  }
}
