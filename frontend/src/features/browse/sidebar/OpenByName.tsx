import { CircleAlert, Table2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { type Host, type ObjectItem, objectKindOf, type SessionInfo } from '../../../host'
import { count, counted, plural, shortCount } from '../../../lib/words'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/Field'
import { Middle } from '../../../ui/Middle'
import { FailureNotice, Notice } from '../../../ui/Notice'
import { Panel, PanelHead } from '../../../ui/Panel'
import { Sheet } from '../../../ui/Sheet'
import { SheetContent } from '../../../ui/SheetParts'
import { SideBarRow } from '../../../ui/SideBar'
import { documentsOf, NameSearch, type Resolved, total, whyNot } from './nameSearch'
import styles from './OpenByName.module.css'
import { matching } from './objects'

export interface OpenByNameProps {
  host: Host
  session: SessionInfo
  /** What can be opened by name, in the driver's words. */
  hint: string
  /** The known objects. */
  objects: readonly ObjectItem[]
  /** Opens the object that was found; with keep, also adds it to the sidebar. */
  onOpen(object: ObjectItem, keep: boolean): void
  onClose(): void
}

/** Open by Name: finds unlisted objects by name before opening them. */
export function OpenByName({ host, session, hint, objects, onOpen, onClose }: OpenByNameProps) {
  const [search] = useState(() => new NameSearch(host, session.id))
  const [keep, setKeep] = useState(true)
  const { text, looking, found, error } = useStore(search.store)
  const opened = useRef(false)
  const hintId = useId()
  const formId = useId()
  useEffect(() => () => search.close(), [search])
  const closed = found ? whyNot(found) : ''
  const refused = error !== null && error.kind !== 'connect' && error.kind !== 'timeout'
  const [stepped, setStepped] = useState({ text: '', at: -1 })
  const names = useMemo(() => (text.trim() === '' ? [] : namesWith(objects, text)), [objects, text])
  const missing = error?.kind === 'not-found' && names.length > 0
  // Until a key is pressed, the first one is selected only if the text itself is not a name.
  const at = stepped.text === text ? stepped.at : missing ? 0 : -1
  const chosen = names[at]
  const off = !chosen && (text.trim() === '' || closed !== '' || refused)
  const listId = useId()

  const open = (object: ObjectItem, kept: boolean) => {
    opened.current = true
    onOpen(object, kept)
  }
  const step = (e: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (by === undefined || names.length === 0) return
    e.preventDefault()
    setStepped({ text, at: Math.min(names.length - 1, Math.max(missing ? 0 : -1, at + by)) })
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (off) return
    if (chosen) return open(chosen, false)
    const resolved = await search.look()
    if (!resolved || whyNot(resolved) !== '') return
    open(resolved.object, keep)
  }

  return (
    <Sheet label="Open by Name" width={520} finalFocus={() => !opened.current} onClose={onClose}>
      <header>
        <h1>Open by Name</h1>
        <p id={hintId}>{hint}</p>
      </header>
      <SheetContent id={formId} as="form" className={`col ${styles.form}`} onSubmit={(e) => void submit(e)}>
        <Field>
          <input
            className="mono"
            aria-label="Name"
            aria-describedby={hintId}
            autoComplete="off"
            spellCheck={false}
            aria-controls={names.length > 0 ? listId : undefined}
            aria-activedescendant={chosen ? `${listId}${at}` : undefined}
            value={text}
            onKeyDown={step}
            onChange={(e) => search.type(e.target.value)}
          />
        </Field>
        {names.length > 0 && <Names id={listId} {...{ names, at }} onOpen={(object) => open(object, false)} />}
        <div aria-live="polite" aria-busy={looking}>
          {looking && <p className="fs12 t3">Looking it up…</p>}
          {found && <Standing found={found} search={search} session={session} />}
        </div>
        {closed !== '' && <Notice tone="warning">{closed}</Notice>}
        {found?.notices.map((text) => (
          <Notice key={text} tone="warning">
            <div className="grow">{text}</div>
          </Notice>
        ))}
        {error && !missing && <FailureNotice error={error} />}
      </SheetContent>
      <footer>
        <label className="row g6 fs12">
          <input type="checkbox" checked={keep} onChange={(e) => setKeep(e.target.checked)} />
          Keep in the sidebar
        </label>
        <span className="grow" />
        <Button onClick={onClose}>
          Cancel
          <Hint of="dialog.cancel" />
        </Button>
        <Button type="submit" form={formId} primary off={off}>
          Open
          <Hint of="dialog.confirm" />
        </Button>
      </footer>
    </Sheet>
  )
}

/** How many names are listed at most. */
const mostNames = 100

/** The objects whose names contain a text and that can be opened. */
const namesWith = (objects: readonly ObjectItem[], text: string) =>
  matching(objects, text)
    .filter((object) => !object.closed)
    .slice(0, mostNames)

interface NamesProps {
  id: string
  names: readonly ObjectItem[]
  at: number
  onOpen(object: ObjectItem): void
}

/** The objects whose names contain the text; the field has the focus. */
function Names({ id, names, at, onOpen }: NamesProps) {
  const chosen = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen.
  useEffect(() => void chosen.current?.scrollIntoView?.({ block: 'nearest' }), [at])
  return (
    <Panel as="div">
      <div id={id} role="listbox" aria-label="Matching names" className={styles.names}>
        {names.map((object, place) => (
          // The field takes the keys.
          // The field has the focus and names the chosen option.
          <SideBarRow
            key={object.name}
            ref={place === at ? chosen : undefined}
            id={`${id}${place}`}
            role="option"
            aria-selected={place === at}
            on={place === at}
            onClick={() => onOpen(object)}
          >
            <Table2 size={14} aria-hidden="true" />
            <Middle text={object.name} className="grow" />
          </SideBarRow>
        ))}
      </div>
    </Panel>
  )
}

interface StandingProps {
  found: Resolved
  search: NameSearch
  session: SessionInfo
}

/** What a name stands for, with the document counts of its parts. */
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
    <Panel as="div">
      <PanelHead>
        Resolves to<span className="end t3 fs11">{all}</span>
      </PanelHead>
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
    </Panel>
  )
}
