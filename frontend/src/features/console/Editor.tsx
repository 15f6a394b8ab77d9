import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { showFindBar } from '../../ui/EditorFind'
import style from './console.module.css'
import type { EditorHandle } from './editor/mount'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** The editor of a console. It is in its own file, which loads when the first console is opened. */
export function Editor({ tab }: { tab: ConsoleTab }) {
  const place = useRef<HTMLDivElement>(null)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const marks = useStore(tab.store, (s) => s.marks)
  const hint = `console-${tab.id}-leave`
  useEffect(() => {
    let ended = false
    let mounted: EditorHandle | null = null
    void import('./editor/mount').then(({ mount }) => {
      if (ended || !place.current) return
      mounted = mount(place.current, tab, { hint, run: words.runThis, label: words.editor, findBar: showFindBar })
      setHandle(mounted)
      if (tab.fresh) mounted.focus()
      tab.fresh = false
    })
    return () => {
      ended = true
      mounted?.close()
      setHandle(null)
    }
  }, [tab, hint])
  useEffect(() => handle?.mark(marks), [handle, marks])
  useCommands('pane', { find: () => handle?.find() }, { within: place })
  return (
    <div className={style.editor} data-pane="grid">
      <div ref={place} className={style.code} />
      <span id={hint} className="vh">
        {words.leave}
      </span>
    </div>
  )
}
