import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { EarlyField, selectedIn } from '../../ui/EarlyField'
import { showFindBar } from '../../ui/EditorFind'
import style from './console.module.css'
import type { EditorHandle } from './editor/mount'
import type { ConsoleTab } from './tab'
import { words as texts } from './words'

/** The editor of a console. It is in its own file, which loads when the first console is opened. */
export function Editor({ tab }: { tab: ConsoleTab }) {
  const place = useRef<HTMLDivElement>(null)
  const early = useRef<HTMLTextAreaElement>(null)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const marks = useStore(tab.store, (s) => s.marks)
  const hint = `console-${tab.id}-leave`
  useEffect(() => {
    let ended = false
    let mounted: EditorHandle | null = null
    void import('./editor/mount').then(({ mount }) => {
      if (ended || !place.current) return
      const field = early.current
      const words = { hint, run: texts.runThis, label: texts.editor, findBar: showFindBar }
      mounted = mount(place.current, tab, words, field ? selectedIn(field) : undefined)
      if (field ? field === document.activeElement : tab.fresh) mounted.focus()
      tab.fresh = false
      flushSync(() => setHandle(mounted))
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
      {!handle && tab.fresh && <EarlyTyping tab={tab} field={early} />}
      <span id={hint} className="vh">
        {texts.leave}
      </span>
    </div>
  )
}

/** The field of a console that was just opened, until its editor has loaded. */
function EarlyTyping({ tab, field }: { tab: ConsoleTab; field: RefObject<HTMLTextAreaElement | null> }) {
  const [text, setText] = useState(tab.text)
  const type = (typed: string) => {
    tab.type(typed)
    setText(typed)
  }
  return <EarlyField field={field} label={texts.editor(tab.title, -1, 0, '')} text={text} atEnd={false} onText={type} />
}
