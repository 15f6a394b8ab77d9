import { useStore } from 'zustand'
import type { Connection, Database, FilledForm, Host, HostError } from '../../host'
import { contextOf } from '../../lib/context'
import { Plugins } from './plugins'
import { DriverRegistry, type RegistryState } from './registry'

/** What follows the installation of a driver: its form, the sample data, or a connection that needs it. */
export type AfterInstall = 'form' | 'sample' | Connection

/** The sheets of the drivers. */
export type DriverSheet =
  | { kind: 'choose' }
  | { kind: 'offer'; database: Database; next: AfterInstall; filled?: FilledForm }

/** What the drivers need from the window. */
export interface DriverPorts {
  /** Replaces the open sheet; null closes it. */
  show(sheet: DriverSheet | null): void
  /** Shows a message for a moment. */
  tell(text: string): void
  /** Closes and reopens connections; returns the first failure. */
  reopen(sessions: string[]): Promise<HostError | null>
  /** Continues with a database whose driver is installed; `filled` has the form values from a URL. */
  proceed(database: Database, next: AfterInstall, filled?: FilledForm): Promise<void>
}

/** The drivers: those in the registry, the installed ones, and which driver a database needs. */
export class Drivers {
  readonly host: Host
  readonly registry: DriverRegistry
  readonly plugins: Plugins
  readonly #ports: DriverPorts

  constructor(host: Host, ports: DriverPorts) {
    this.host = host
    this.#ports = ports
    this.registry = new DriverRegistry(host)
    this.plugins = new Plugins({
      host,
      readRegistry: (refresh) => this.registry.read(refresh),
      tell: (text) => ports.tell(text),
      reopen: (sessions) => ports.reopen(sessions),
    })
  }

  /** Opens Choose a Database and loads the registry. */
  async choose(): Promise<void> {
    this.#ports.show({ kind: 'choose' })
    await this.registry.read(false)
  }

  /** Continues with a database: to its form, or to the offer to install its driver. */
  take(database: Database, filled?: FilledForm): void {
    if (database.installed) void this.#ports.proceed(database, 'form', filled)
    else this.offer(database, 'form', filled)
  }

  /** Offers to install the driver of a database. */
  offer(database: Database, next: AfterInstall, filled?: FilledForm): void {
    this.#ports.show({ kind: 'offer', database, next, filled })
  }

  /** Continues after the driver of a database was installed. */
  async installed(database: Database, next: AfterInstall, filled?: FilledForm): Promise<void> {
    const registry = await this.registry.read(false)
    const fresh = registry?.databases.find((d) => d.id === database.id) ?? { ...database, installed: true }
    await this.#ports.proceed(fresh, next, filled)
  }

  close(): void {
    this.#ports.show(null)
  }
}

export const [DriversContext, useDrivers] = contextOf<Drivers>('the drivers')

/** A part of the registry's state. */
export function useRegistry<T>(pick: (state: RegistryState) => T): T {
  return useStore(useDrivers().registry.store, pick)
}
