import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Host, SessionInfo } from '../../host'
import type { SavedTab, Tab, TabKind } from './tab'

/** What a tab may use of the connection that it belongs to. */
export interface TabPorts {
  /** The id of the tab that is made. */
  readonly id: string
  /** Its failures are noticed by the connection, which may be lost. */
  readonly host: Host
  readonly session: SessionInfo
  /** Says that saved() returns something else than before. */
  changed(): void
  /** A write was carried out, by its method and path: it can have made or deleted an object. */
  wrote?(method: string, path: string): void
  /** Rows of an object were created or deleted. */
  resized?(object: string): void
  /** Opens an object in a tab that stays. */
  openObject(name: string): void
}

/** How the tabs of one kind are made and shown. */
export interface KindOfTab {
  Icon: LucideIcon
  /** Makes a tab that reads nothing before show(). The state may be that of an earlier version, or empty. */
  make(ports: TabPorts, saved: SavedTab): Tab
  View: ComponentType<{ tab: Tab }>
}

/** The kinds of tabs that an open connection has beside the rows of objects. */
export type TabKinds = Partial<Record<Exclude<TabKind, 'objects'>, KindOfTab>>

/** Describes a kind by the class of its own tabs. */
export function kindOfTab<T extends Tab>(kind: {
  Icon: LucideIcon
  make(ports: TabPorts, saved: SavedTab): T
  View: ComponentType<{ tab: T }>
}): KindOfTab {
  return kind as unknown as KindOfTab
}
