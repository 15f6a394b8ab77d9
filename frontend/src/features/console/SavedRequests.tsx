import { CircleAlert, Pencil, SquarePlus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../commands/context'
import type { Snippet } from '../../host'
import { isComposing } from '../../lib/keys'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { NoticeBlock } from '../../ui/Notice'
import { SearchField } from '../../ui/SearchField'
import { SmallIcon } from '../../ui/SmallIcon'
import style from './console.module.css'
import { PanelHead, type PanelProps } from './PanelHead'
import { SaveRequest } from './SaveRequest'
import type { ConsoleTab } from './tab'
import { firstLine, words } from './words'

interface SavedRequestsProps extends PanelProps {
  tab: ConsoleTab
  /** A new value other than 0 focuses the name field for saving the request at the cursor. */
  naming: number
}

/** The saved requests for the connection's engine. A click inserts a request at the cursor. */
export function SavedRequests({ tab, naming, ...head }: SavedRequestsProps) {
  const { snippets, error } = useStore(tab.snippets.store)
  const [sought, setSought] = useState('')
  useEffect(() => void tab.snippets.read(), [tab])
  const shown = (snippets ?? []).filter(({ name, text }) =>
    `${name}\n${text}`.toLowerCase().includes(sought.toLowerCase()),
  )
  return (
    <aside className={style.history} aria-label={words.savedTitle}>
      <PanelHead panel="saved" {...head} />
      <div className={style.historySearch}>
        <SearchField label={words.searchHistory} text={sought} onText={setSought} />
      </div>
      {shown.length === 0 && snippets ? (
        <p className={`t2 ${style.historyNone}`}>{sought === '' ? words.noSaved : words.nothingFound}</p>
      ) : (
        <ul className={style.historyList} aria-label={words.savedTitle}>
          {shown.map((snippet) => (
            <SavedRequest key={snippet.name} tab={tab} snippet={snippet} />
          ))}
        </ul>
      )}
      {error && (
        <NoticeBlock failure className={style.warnings} role="alert">
          <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="sel-text">{error.failure.message}</span>
        </NoticeBlock>
      )}
      <SaveRequest key={naming} tab={tab} naming={naming} />
    </aside>
  )
}

function SavedRequest({ tab, snippet }: { tab: ConsoleTab; snippet: Snippet }) {
  const registry = useRegistry()
  const [renaming, setRenaming] = useState(false)
  if (renaming) return <Rename tab={tab} snippet={snippet} onDone={() => setRenaming(false)} />
  const { name, text } = snippet
  return (
    <li className={style.savedRow}>
      <button
        type="button"
        className={style.savedName}
        data-tip={words.insert(name)}
        onClick={() => tab.insert(snippet.text)}
      >
        <span className="ell">{name}</span>
        <span className="ell t2 mono">{firstLine(text)}</span>
      </button>
      <SmallIcon icon={SquarePlus} label={words.openNew(name)} onClick={() => registry.run('console.new', text)} />
      <SmallIcon icon={Pencil} label={words.rename(name)} onClick={() => setRenaming(true)} />
      <SmallIcon icon={Trash2} label={words.remove(name)} onClick={() => void tab.snippets.remove(name)} />
    </li>
  )
}

function Rename({ tab, snippet: { name }, onDone }: { tab: ConsoleTab; snippet: Snippet; onDone(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [to, setTo] = useState(name)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (to === name || (await tab.snippets.rename(name, to))) onDone()
  }
  return (
    <li>
      <form className={style.naming} onSubmit={(event) => void rename(event)}>
        <TextField
          ref={field}
          small
          className="grow"
          aria-label={words.newName(name)}
          maxLength={100}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
            event.stopPropagation()
            onDone()
          }}
        />
        <Button type="submit" small>
          Rename
        </Button>
      </form>
    </li>
  )
}
