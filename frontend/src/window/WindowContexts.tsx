import type { ReactNode } from 'react'
import { type FileDialog, FileDialogContext } from './files'
import { type Menus, MenusContext } from './menus'
import { type Messages, MessagesContext } from './messages'
import { type Cover, CoverContext } from './overlays'
import { type Platform, PlatformContext } from './platform'

interface WindowContextsProps {
  of: { platform: Platform; messages: Messages; menus: Menus; cover: Cover; files: FileDialog }
  children: ReactNode
}

/** Provides the parts of the window that any feature may use, each in its own context. */
export function WindowContexts({ of, children }: WindowContextsProps) {
  return (
    <PlatformContext value={of.platform}>
      <MessagesContext value={of.messages}>
        <MenusContext value={of.menus}>
          <CoverContext value={of.cover}>
            <FileDialogContext value={of.files}>{children}</FileDialogContext>
          </CoverContext>
        </MenusContext>
      </MessagesContext>
    </PlatformContext>
  )
}
