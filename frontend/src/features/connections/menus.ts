import type { Connection } from '../../host'

declare module '../../window/menus' {
  interface MenuKinds {
    /** What is done with a connection. */
    connection: { connection: Connection }
    /** The groups that a connection can be moved to. */
    groups: { connection: Connection }
    /** What is done with a group, by its name. */
    group: { group: string }
  }
}
