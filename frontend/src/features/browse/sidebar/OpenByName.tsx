import { CircleAlert, Table2 } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { type Host, type ObjectItem, objectKindOf, type SessionInfo } from '../../../host'
import { count, counted, plural, shortCount } from '../../../lib/words'
import { Middle } from '../../../ui/Middle'
import { FailureNotice, Notice } from '../../../ui/Notice'
import { Sheet } from '../../../ui/Sheet'
import { documentsOf, NameSearch, type Resolved, total, whyNot } from './nameSearch'
import styles from './OpenByName.module.css'

export interface OpenByNameProps {
  host: Host
  session: SessionInfo
  /** What can be opened by its name, in the driver's words. */
  hint: string
  /** Opens what the name stands for; keep asks for a row in the sidebar. */
  onOpen(object: ObjectItem, keep: boolean): void
  onClose(): void
}

/** Open by Name: what no list shows is found by its name before it is opened. */
export function OpenByName({ host, session, hint, onOpen, onClose }: OpenByNameProps) {
  const [search] = useState(() => new NameSearch(host, session.id))
  const [keep, setKeep] = useState(true)
  const { text, looking, found, error } = useStore(search.store)
  const opened = useRef(false)
  const hintId = useId()
  const formId = useId()
  useEffect(() => () => search.close(), [search])
  const closed = found ? whyNot(found) : ''
  const refused = error !== null && error.kind !== 'connect' && error.kind !== 'timeout'
  const off = text.trim() === '' || closed !== '' || refused

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (off) return
    const resolved = await search.look()
    if (!resolved || whyNot(resolved) !== '') return
    opened.current = true
    onOpen(resolved.object, keep)
  }

  return (
    <Sheet label="Open by Name" width={520} finalFocus={() => !opened.current} onClose={onClose}>
      <header>
        <h1>Open by Name</h1>
        <p id={hintId}>{hint}</p>
      </header>
      <form id={formId} className={`ct col ${styles.form}`} onSubmit={(e) => void submit(e)}>
        <label className="field">
          <input
            className="mono"
            aria-label="Name"
            aria-describedby={hintId}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(e) => search.type(e.target.value)}
          />
        </label>
        <div aria-live="polite" aria-busy={looking}>
          {looking && <p className="fs12 t3">Looking it up…</p>}
          {found && <Standing found={found} search={search} session={session} />}
        </div>
        {closed !== '' && <Notice tone="warn2">{closed}</Notice>}
        {found?.notices.map((text) => (
          <Notice key={text} tone="warn2">
            <div className="grow">{text}</div>
          </Notice>
        ))}
        {error && <FailureNotice error={error} />}
      </form>
      <footer>
        <label className="row g6 fs12">
          <input type="checkbox" checked={keep} onChange={(e) => setKeep(e.target.checked)} />
          Keep in the sidebar
        </label>
        <span className="grow" />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
          <Hint of="dialog.cancel" />
        </button>
        <button type="submit" form={formId} className={`btn primary ${off ? 'off' : ''}`} aria-disabled={off}>
          Open
          <Hint of="dialog.confirm" />
        </button>
      </footer>
    </Sheet>
  )
}

interface StandingProps {
  found: Resolved
  search: NameSearch
  session: SessionInfo
}

/** What a name stands for, with the documents of each part. */
function Standing({ found, search, session }: StandingProps) {
  const counts = useStore(search.store, (s) => s.counts)
  const documents = total(found, counts)
  const short = (number: string) => (number === '' ? '' : shortCount(number))
  const { objectNoun, objectsNoun, rowNoun, rowsNoun } = session
  const parts =
    found.stands > 0 ? counted(found.stands, objectNoun, objectsNoun) : objectKindOf(session, found.object.kind).title
  const all = documents === '' ? parts : `${parts}, ${shortCount(documents)} ${plural(documents, rowNoun, rowsNoun)}`
  const more = found.stands - found.parts.length
  return (
    <div className="panel">
      <div className="ph2">
        Resolves to<span className="end t3 fs11">{all}</span>
      </div>
      <ul aria-label="Resolves to" className={styles.parts}>
        {found.parts.map((p) => (
          <li key={p.name} className={`row g6 fs12 ${styles.part}`} data-tip={p.name}>
            {found.object.closed ? (
              <CircleAlert size={14} aria-hidden="true" />
            ) : (
              <Table2 size={14} aria-hidden="true" />
            )}
            <Middle text={p.name} />
            <span className="t3">{p.via === '' ? session.objectNoun : p.via}</span>
            <span className="end num t2">{short(documentsOf(p, found, counts))}</span>
          </li>
        ))}
        {more > 0 && <li className="row fs12 t3">{`and ${count(more)} more`}</li>}
      </ul>
    </div>
  )
}
