import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Host, SessionInfo } from '../../host'
import type { SavedTab, Tab, TabKind } from './tab'

/** What a tab may use of its connection. */
export interface TabPorts {
  /** The id of the new tab. */
  readonly id: string
  /** The connection watches its failures, since it may be lost. */
  readonly host: Host
  readonly session: SessionInfo
  /** Reports that the result of saved() has changed. */
  changed(): void
  /** A write succeeded, given by method and path: it may have created or deleted an object. */
  wrote?(method: string, path: string): void
  /** Rows of an object were created or deleted. */
  resized?(object: string): void
  /** Opens an object in a permanent tab. */
  openObject(name: string): void
}

/** How the tabs of one kind are created and shown. */
export interface KindOfTab {
  Icon: LucideIcon
  /** Creates a tab that loads nothing before show(). The state may be from an earlier version, or empty. */
  make(ports: TabPorts, saved: SavedTab): Tab
  View: ComponentType<{ tab: Tab }>
}

/** The kinds of tabs that an open connection has besides the rows of objects. */
export type TabKinds = Partial<Record<Exclude<TabKind, 'objects'>, KindOfTab>>

/** Describes a kind by the class of its own tabs. */
export function kindOfTab<T extends Tab>(kind: {
  Icon: LucideIcon
  make(ports: TabPorts, saved: SavedTab): T
  View: ComponentType<{ tab: T }>
}): KindOfTab {
  return kind as unknown as KindOfTab
}
