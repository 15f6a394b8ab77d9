import { Table2, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { isComposing } from '../../../lib/keys'
import { Middle } from '../../../ui/Middle'
import { menuOfLine, useMenus } from '../../../window/menus'
import { useCopy } from '../../../window/messages'
import type { Tab } from '../../tabs/tab'
import { tabActs } from '../sidebar/objectActs'
import type { Workspace } from '../workspace'
import styles from './TabBar.module.css'

/** The longest tab name, in characters. */
const longestName = 100

/** The open tabs; a preview is in italics until it is kept. */
export function TabBar({ workspace }: { workspace: Workspace }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  const titles = useTitles(tabs)
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const size = new ResizeObserver(() => inSight(list.querySelector('[data-on]')))
    size.observe(list)
    return () => size.disconnect()
  }, [])
  return (
    <div
      ref={strip}
      className={styles.tabs}
      role="tablist"
      aria-label="Open"
      data-pane="tabs"
      onWheel={(e) => {
        if (e.deltaX === 0) e.currentTarget.scrollLeft += e.deltaY
      }}
    >
      {tabs.map((tab) => (
        <TabHead key={tab.id} tab={tab} titles={titles} workspace={workspace} />
      ))}
    </div>
  )
}

const inSight = (tab: Element | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })

/** The tabs' names, needed to keep them distinct when cut. */
function useTitles(tabs: readonly Tab[]): readonly string[] {
  const watch = useCallback(
    (told: () => void) => {
      const ends = tabs.map((tab) => tab.face.subscribe(told))
      return () => {
        for (const end of ends) end()
      }
    },
    [tabs],
  )
  const text = useSyncExternalStore(watch, () => JSON.stringify(tabs.map((tab) => tab.face.getState().title)))
  return useMemo(() => JSON.parse(text), [text])
}

interface TabHeadProps {
  tab: Tab
  /** The names of all tabs. */
  titles: readonly string[]
  workspace: Workspace
}

function TabHead({ tab, titles, workspace }: TabHeadProps) {
  const { title, preview, dirty } = useStore(tab.face)
  const Icon = workspace.kindOf(tab)?.Icon ?? Table2
  const menus = useMenus()
  const copy = useCopy()
  const on = useStore(workspace.store, (s) => s.active === tab.id)
  const renaming = useStore(workspace.store, (s) => s.renaming === tab.id)
  const head = useRef<HTMLDivElement>(null)
  // The name gets longer while the user types, which moves the end of the tab out of view.
  useEffect(() => {
    if (on && title !== '') inSight(head.current)
  }, [on, title])
  if (renaming) return <TabName tab={tab} workspace={workspace} />
  return (
    <div
      ref={head}
      role="presentation"
      data-on={on || undefined}
      className={`${styles.tab} ${on ? styles.on : ''} ${preview ? styles.preview : ''}`}
      onAuxClick={(e) => e.button === 1 && workspace.closeTab(tab.id)}
    >
      <button
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={on}
        aria-controls={on ? 'tab-pane' : undefined}
        tabIndex={on ? 0 : -1}
        className={styles.title}
        onContextMenu={(e) => menus.open(menuOfLine(e, title, tabActs(workspace, tab, copy)))}
        onClick={() => workspace.activate(tab.id)}
        onDoubleClick={() => (tab.rename ? workspace.renameTab(tab.id) : workspace.keepTab(tab))}
        onKeyDown={(e) => {
          if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return
          const list = e.currentTarget.closest('[role=tablist]')
          // The next key may arrive before the next frame, and belongs to the newly focused tab.
          flushSync(() => workspace.step(e.key === 'ArrowRight' ? 1 : -1))
          list?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
        }}
      >
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
        <Middle text={title} others={titles} />
        {dirty && <span className={styles.dirty} role="img" aria-label="not saved" />}
      </button>
      <button
        type="button"
        className={styles.close}
        aria-hidden="true"
        tabIndex={-1}
        data-tip="Close"
        onClick={() => workspace.closeTab(tab.id)}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The field to rename a tab: Enter accepts, Escape cancels. */
function TabName({ tab, workspace }: { tab: Tab; workspace: Workspace }) {
  const { title } = tab.face.getState()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (name: string) => {
    tab.rename?.(name)
    workspace.renameTab('')
  }
  return (
    <div role="presentation" data-on className={`${styles.tab} ${styles.on}`}>
      <input
        ref={field}
        className={styles.name}
        aria-label={`New name for ${title}`}
        defaultValue={title}
        maxLength={longestName}
        spellCheck={false}
        onBlur={(e) => end(e.target.value)}
        onKeyDown={(e) => {
          if (isComposing(e.nativeEvent) || (e.key !== 'Enter' && e.key !== 'Escape')) return
          e.preventDefault()
          e.stopPropagation()
          end(e.key === 'Enter' ? e.currentTarget.value : title)
        }}
      />
    </div>
  )
}
