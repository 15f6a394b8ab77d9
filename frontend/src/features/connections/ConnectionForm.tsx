// All pages of the form are stacked in the layout with only one visible, so the form is as tall as its tallest page in
// every font and its buttons do not move.
import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import type { Connection } from '../../host'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import segments from '../../ui/Segments.module.css'
import { Sheet } from '../../ui/Sheet'
import { FormFrame, SheetContent } from '../../ui/SheetParts'
import { ChainPanel } from './ChainPanel'
import style from './ConnectionForm.module.css'
import { Editor, notesOf, presented } from './editor'
import { FormFooter } from './FormFooter'
import { Appearance, EmptyTab, FormTabView } from './FormTab'
import { barredSafeModes, emptyTab, fieldBehind, headersTab, shownSafeMode, tabOf } from './form'
import { HeaderRows } from './HeaderRows'
import { helpsOf } from './helps'
import { KeyringAlert } from './KeyringAlert'
import { LeavingAlert } from './LeavingAlert'
import { OutcomeNotice } from './OutcomeNotice'
import { type FormSheet, useSaved } from './saved'
import { sheetWords } from './sheetWords'

/** The form of a connection, generated from its database's description. */
export function ConnectionForm({ sheet }: { sheet: FormSheet }) {
  const { database, connection, filled = null, failed = null } = sheet
  const saved = useSaved()
  const [editor] = useState(() => {
    const proceed = (fresh: Connection, connect: boolean) => saved.proceed(fresh, connect)
    return new Editor(saved.host, database, connection, proceed, filled, saved.library.group, failed)
  })
  useEffect(() => void editor.limit(), [editor])
  useEffect(() => () => editor.cancel(), [editor])
  useEffect(() => saved.opened(editor), [saved, editor])
  const { keyring } = useStore(editor.store)
  /** The actions that would discard the form and therefore ask the user. */
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const asking = leaving !== null || keyring !== null
  const leave = (go: () => void) => (editor.dirty ? setLeaving({ go }) : go())
  useCommands('dialog', asking ? {} : { 'form.save': () => editor.save(false), 'form.test': () => editor.test() })

  return (
    <Sheet
      label={connection ? connection.name : sheetWords.newConnection}
      className={style.sheet}
      width={640}
      initialFocus={first}
      onClose={() => leave(() => saved.close())}
    >
      <FormFrame
        onSubmit={(e) => {
          e.preventDefault()
          void editor.save(true)
        }}
      >
        <header className="row g12">
          <Badge text={database.badge} fill={database.badgeFill} ink={database.badgeText} size="md" />
          <div className="grow">
            <h1>{connection ? connection.name : sheetWords.newConnection}</h1>
            <p>{connection ? `${database.title} connection` : database.title}</p>
          </div>
          {!connection && (
            <Button small onClick={() => leave(() => void saved.ports.choose())}>
              Change…
            </Button>
          )}
        </header>
        <FormBody editor={editor} first={first} />
        <FormFooter editor={editor} connection={connection} />
      </FormFrame>
      {leaving && <LeavingAlert onStay={() => setLeaving(null)} onDiscard={leaving.go} />}
      {keyring && (
        <KeyringAlert
          onClose={() => editor.dropKeyring()}
          onRetry={() => void editor.save(keyring.connect)}
          onKeep={() => void editor.save(keyring.connect, true)}
        />
      )}
    </Sheet>
  )
}

/** Shows a tab and focuses it, since the pressed button disappears. */
function showTab(editor: Editor, id: string): void {
  editor.show(id)
  document.getElementById(`form-${id}`)?.focus()
}

/** Shows the tab of a field and focuses the field. */
function showField(editor: Editor, id: string): void {
  flushSync(() => editor.show(tabOf(editor.database, id)))
  document.getElementById(`field-${id}`)?.focus()
}

function FormBody({ editor, first }: { editor: Editor; first: React.RefObject<HTMLInputElement | null> }) {
  const { form, tab, outcome, leastSafeMode, hostRefused } = useStore(editor.store)
  const { database } = editor
  const values = { ...form.values, safeMode: shownSafeMode(form.values, leastSafeMode) }
  const barred = { safeMode: barredSafeModes(database, leastSafeMode) }
  const chain = presented(outcome)
  const home = tabOf(database, 'caFile')
  const helps = chain && tab === home ? helpsOf(chain, database, form) : []
  const notes = notesOf(outcome)
  const noted = Object.keys(notes)[0]
  const warnings = hostRefused === '' ? notes : { host: hostRefused, ...notes }
  useEffect(() => {
    if (noted) document.getElementById(`field-${noted}`)?.focus()
  }, [noted])
  const tabs = [...database.tabs, { id: 'appearance', title: 'Appearance' }]
  return (
    <SheetContent>
      <Tabs.Root value={tab} onValueChange={(id: string) => editor.show(id)}>
        <div className={`row ${style.tabs}`}>
          <Tabs.List className={segments.segments} aria-label="Form" activateOnFocus>
            {tabs.map((t) => (
              <Tabs.Tab
                key={t.id}
                value={t.id}
                id={`form-${t.id}`}
                className={({ active }) => (active ? segments.on : '')}
              >
                {t.title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        <div className={style.pages}>
          {database.tabs.map((t, i) => {
            const empty = emptyTab(database, t, values)
            const behind = fieldBehind(database, t)
            return (
              <Page key={t.id} id={t.id} shown={tab}>
                {empty !== '' ? (
                  <EmptyTab note={empty} behind={behind} onShow={() => behind && showField(editor, behind.id)} />
                ) : (
                  <FormTabView
                    tab={t}
                    form={{ ...form, values, notes: warnings, barred, fixed: editor.fixed }}
                    first={i === 0}
                    nameInput={first}
                    note={i === 0 ? database.note : ''}
                    more={t === headersTab(database) && <Headers editor={editor} notes={notes} />}
                    onName={(name) => editor.name(name)}
                    onValue={(id, value) => editor.set(id, value)}
                    onSecret={(id, value) => editor.secret(id, value)}
                  />
                )}
              </Page>
            )
          })}
          <Page id="appearance" shown={tab}>
            <Appearance colour={form.colour} fixed={editor.fixed} onColour={(colour) => editor.colour(colour)} />
          </Page>
        </div>
      </Tabs.Root>
      <OutcomeNotice
        outcome={noted ? null : outcome}
        brief={helps.length > 0}
        onChain={chain && tab !== home ? () => showTab(editor, home) : null}
      />
      {chain && tab === home && (
        <ChainPanel report={chain} helps={helps} editor={editor} host={form.values.host ?? ''} />
      )}
    </SheetContent>
  )
}

function Headers({ editor, notes }: { editor: Editor; notes: Record<string, string> }) {
  const form = useStore(editor.store, (s) => s.form)
  return (
    <HeaderRows
      form={{ ...form, notes, fixed: editor.fixed }}
      onAdd={() => editor.addHeader()}
      onChange={(key, part) => editor.header(key, part)}
      onRemove={(key) => editor.removeHeader(key)}
    />
  )
}

/** One page of the form. Hidden pages keep their space, so that the buttons below do not move. */
function Page({ id, shown, children }: { id: string; shown: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={id} keepMounted tabIndex={-1} className={id === shown ? '' : style.away}>
      {children}
    </Tabs.Panel>
  )
}
