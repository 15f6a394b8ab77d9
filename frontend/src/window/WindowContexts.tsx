import type { ReactNode } from 'react'
import { type Menus, MenusContext } from './menus'
import { type Messages, MessagesContext } from './messages'
import { type Cover, CoverContext } from './overlays'
import { type Platform, PlatformContext } from './platform'

interface WindowContextsProps {
  platform: Platform
  messages: Messages
  menus: Menus
  cover: Cover
  children: ReactNode
}

/** Provides what any feature may use of the window, each part by a context of its own. */
export function WindowContexts({ platform, messages, menus, cover, children }: WindowContextsProps) {
  return (
    <PlatformContext value={platform}>
      <MessagesContext value={messages}>
        <MenusContext value={menus}>
          <CoverContext value={cover}>{children}</CoverContext>
        </MenusContext>
      </MessagesContext>
    </PlatformContext>
  )
}
