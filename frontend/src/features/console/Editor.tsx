import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import style from './console.module.css'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** The height of a line in px; the styles have the same. */
const lineHeight = 18
const indent = '  '

/** The text of a console. Tab indents; after Escape it leaves the editor. */
export function Editor({ tab }: { tab: ConsoleTab }) {
  const text = useStore(tab.store, (s) => s.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const leaves = useRef(false)
  const hint = useId()
  const [seen, setSeen] = useState({ top: 0, height: 0 })
  useEffect(() => {
    if (tab.fresh) field.current?.focus()
    tab.fresh = false
  }, [tab])
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const size = new ResizeObserver(() => setSeen((s) => ({ ...s, height: element.clientHeight })))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (key === 'Escape') leaves.current = true
    else if (key !== 'Tab') leaves.current = false
    if (key !== 'Tab' || shiftKey || ctrlKey || metaKey || altKey || leaves.current) return
    event.preventDefault()
    insert(event.currentTarget, indent)
    tab.type(event.currentTarget.value)
  }
  return (
    <div className={style.editor} data-pane="grid">
      <LineNumbers text={text} {...seen} />
      <textarea
        ref={field}
        className={style.text}
        aria-label={`${tab.name}, request`}
        aria-describedby={hint}
        value={text}
        placeholder={tab.session.request}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => tab.type(event.target.value)}
        onKeyDown={keys}
        onBlur={() => {
          leaves.current = false
        }}
        onScroll={(event) => {
          const { scrollTop, clientHeight } = event.currentTarget
          setSeen({ top: scrollTop, height: clientHeight })
        }}
      />
      <span id={hint} className="vh">
        {words.leave}
      </span>
    </div>
  )
}

/** Types a text where the cursor is, so that the webview can undo it. */
function insert(field: HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
}

/** The numbers of the lines in sight. */
function LineNumbers({ text, top, height }: { text: string; top: number; height: number }) {
  const count = linesOf(text)
  const first = Math.min(Math.floor(top / lineHeight), count)
  const last = Math.min(count, first + Math.ceil(height / lineHeight) + 1)
  const numbers = Array.from({ length: last - first }, (_, i) => first + i + 1).join('\n')
  return (
    <div className={style.gutter} aria-hidden="true" style={{ minWidth: `${String(count).length + 4}ch` }}>
      <div style={{ transform: `translateY(${first * lineHeight - top}px)` }}>{numbers}</div>
    </div>
  )
}

function linesOf(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
