import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../window/messages'
import style from './console.module.css'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** Saves the request at the cursor, or the whole text, under a name. It is recreated each time a name is requested. */
export function SaveRequest({ tab, naming }: { tab: ConsoleTab; naming: number }) {
  const messages = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => (naming > 0 ? tab.suggestedName() : ''))
  const [whole, setWhole] = useState(false)
  const several = useStore(tab.store, (s) => s.place.requests > 1)
  useStore(tab.snippets.store)
  // It already has a name, which can be typed over.
  useEffect(() => {
    if (naming === 0) return
    field.current?.focus()
    field.current?.select()
  }, [naming])
  const why = name.trim() === '' ? words.noName : ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (why !== '' || !(await tab.saveRequest(name, whole && several))) return
    messages.tell(words.savedAs(name.trim()))
    setName('')
  }
  return (
    <form className={style.saveRequest} onSubmit={(event) => void save(event)}>
      {several && (
        <label className={style.keepGoing}>
          <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} />
          {words.wholeText}
        </label>
      )}
      <div className="row g4">
        <TextField
          ref={field}
          small
          className="grow"
          aria-label={words.requestName}
          placeholder={words.requestName}
          maxLength={100}
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" small off={why !== ''} aria-description={why || undefined} data-tip={why || undefined}>
          {tab.snippets.has(name) ? 'Replace' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
