import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { EarlyField, selectedIn } from '../../ui/EarlyField'
import { showFindBar } from '../../ui/EditorFind'
import style from './CellViewer.module.css'
import type { EditorHandle } from './editor/mount'
import type { ValueDraft } from './typedValue'

interface ValueEditorProps {
  draft: ValueDraft
  label: string
  wrap: boolean
  /** The name of the window's Find target while it is shown. */
  within: RefObject<HTMLElement | null>
  onCursor(line: number, column: number): void
}

/** The editor of a value. It is in its own file, which loads when the first value is edited. */
export function ValueEditor({ draft, label, wrap, within, onCursor }: ValueEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const early = useRef<HTMLTextAreaElement>(null)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const { text, fault } = useStore(draft.store)
  const begun = useRef({ wrap, onCursor })
  begun.current = { wrap, onCursor }
  useEffect(() => {
    let ended = false
    let mounted: EditorHandle | null = null
    void import('./editor/mount').then(({ mount }) => {
      if (ended || !place.current) return
      const { text } = draft.store.getState()
      const at = draft.over ? text.length : 0
      mounted = mount(place.current, {
        ...{ text, json: draft.json && !draft.fragment, wrap: begun.current.wrap },
        selected: early.current ? selectedIn(early.current) : { anchor: at, head: at },
        findBar: showFindBar,
        ...{ label, onText: (typed) => draft.type(typed) },
        onCursor: (line, column) => begun.current.onCursor(line, column),
      })
      if (!early.current || early.current === document.activeElement) mounted.focus()
      flushSync(() => setHandle(mounted))
    })
    return () => {
      ended = true
      mounted?.close()
      setHandle(null)
    }
  }, [draft, label])
  useEffect(() => handle?.show(text), [handle, text])
  useEffect(() => handle?.mark(fault), [handle, fault])
  useEffect(() => handle?.wrap(wrap), [handle, wrap])
  useCommands('pane', { find: () => handle?.find() }, { within })
  return (
    <div className={style.editor}>
      <div ref={place} className={style.code} />
      {!handle && (
        <EarlyField field={early} {...{ label, text }} atEnd={draft.over} onText={(typed) => draft.type(typed)} />
      )}
    </div>
  )
}
