import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { isComposing } from '../lib/keys'
import { Button } from './Button'
import type { EditorFinding, ShowFindBar } from './code/finding'
import style from './EditorFind.module.css'
import { Field } from './Field'
import { FindField } from './FindField'
import { SmallIcon } from './SmallIcon'

/** Draws the find bar of an editor. */
export const showFindBar: ShowFindBar = (dom) => {
  const root = createRoot(dom)
  return {
    show: (finding) => root.render(<EditorFind finding={finding} />),
    // React does not allow removing a root while it renders another one.
    close: () => queueMicrotask(() => root.unmount()),
  }
}

function EditorFind({ finding }: { finding: EditorFinding }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.setAttribute('main-field', 'true') // what the editor's search gives the focus to
    field.current?.focus()
    field.current?.select()
  }, [])
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finding.close()
  }
  return (
    <search className={style.find} aria-label="Find in text" onKeyDown={keys}>
      <FindField
        ref={field}
        label="Find"
        width={200}
        clears={false}
        text={finding.text}
        found={finding.found}
        options={finding.options}
        onText={(text) => finding.change({ text })}
        onStep={finding.step}
        onOptions={finding.change}
      />
      {!finding.readOnly && <Replace finding={finding} />}
      <span className="grow" />
      <SmallIcon icon={X} label="Close Find" onClick={finding.close} />
    </search>
  )
}

function Replace({ finding }: { finding: EditorFinding }) {
  return (
    <>
      <Field small quiet className={style.replace}>
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          value={finding.replacement}
          spellCheck={false}
          onChange={(event) => finding.change({ replacement: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            event.stopPropagation()
            finding.replace()
          }}
        />
      </Field>
      <Button quiet small onClick={finding.replace}>
        Replace
      </Button>
      <Button quiet small onClick={finding.replaceAll}>
        Replace All
      </Button>
    </>
  )
}
