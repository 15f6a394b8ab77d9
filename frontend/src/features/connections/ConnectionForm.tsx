import { useState } from 'react'
import { type Connection, type Database, type HostError, type TestReport, toHostError } from '../../host'
import { useShell } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { FailureNotice, Notice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { Appearance, FormTabView } from './FormTab'
import { defaultSafeMode, draftOf, type FormValues, formOf, missing, newForm } from './form'
import { KeyringAlert } from './KeyringAlert'

type Outcome = { report: TestReport } | { error: HostError } | null

/** The form of a connection, drawn from its database's description. */
export function ConnectionForm({ database, connection }: { database: Database; connection: Connection | null }) {
  const shell = useShell()
  const [form, setForm] = useState<FormValues>(() => (connection ? formOf(database, connection) : newForm(database)))
  const [tab, setTab] = useState(database.tabs[0]?.id ?? '')
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [busy, setBusy] = useState('')
  const [keyring, setKeyring] = useState<{ connect: boolean } | null>(null)
  const lacking = missing(database, form)
  const close = () => shell.show(null)

  const set = (id: string, value: string) => {
    setOutcome(null)
    setForm((f) => ({ ...f, values: { ...f.values, [id]: value } }))
  }
  const values = { ...form.values, safeMode: form.values.safeMode || defaultSafeMode(form.values.host ?? '') }
  const ready = lacking.length === 0 && busy === ''

  const run = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setOutcome(null)
    try {
      await work()
    } catch (cause) {
      setOutcome({ error: toHostError(cause) })
    }
    setBusy('')
  }
  const test = () =>
    run('test', async () => {
      const report = await shell.host.call<TestReport>('Connections.Test', { draft: draftOf(database, form) })
      setOutcome({ report })
    })
  const save = (connect: boolean, keepForThisRun = false) =>
    run('save', async () => {
      try {
        const draft = draftOf(database, form, keepForThisRun)
        const saved = await shell.host.call<Connection>('Connections.Save', { draft })
        setKeyring(null)
        await shell.reload()
        shell.select(saved.id)
        if (connect) await shell.connect(saved)
        else close()
      } catch (cause) {
        if (toHostError(cause).kind !== 'keyring') throw cause
        setKeyring({ connect })
      }
    })

  return (
    <Sheet label={connection ? connection.name : 'New Connection'} width={640} onClose={close}>
      <form
        className="connform"
        onSubmit={(e) => {
          e.preventDefault()
          if (ready) void save(true)
        }}
        onKeyDown={(e) => {
          const mod = e.metaKey || e.ctrlKey
          if (mod && e.key === 's') {
            e.preventDefault()
            if (ready) void save(false)
          }
        }}
      >
        <header className="row g12">
          <Badge text={database.badge} fill={database.badgeFill} ink={database.badgeText} size="md" />
          <div className="grow">
            <h1>{connection ? connection.name : 'New Connection'}</h1>
            <p>{connection ? `${database.title} connection` : database.title}</p>
          </div>
          {!connection && (
            <button type="button" className="btn sm" onClick={() => void shell.choose()}>
              Change…
            </button>
          )}
        </header>
        <div className="ct">
          <div className="row tabrow">
            <div className="seg" role="tablist" aria-label="Form">
              {[...database.tabs, { id: 'appearance', title: 'Appearance' }].map((t) => (
                <button
                  key={t.id}
                  type="button"
                  role="tab"
                  aria-selected={t.id === tab}
                  className={t.id === tab ? 'on' : ''}
                  onClick={() => setTab(t.id)}
                >
                  {t.title}
                </button>
              ))}
            </div>
          </div>
          {database.tabs.map((t, i) =>
            t.id === tab ? (
              <FormTabView
                key={t.id}
                tab={t}
                form={{ ...form, values }}
                first={i === 0}
                onName={(name) => setForm((f) => ({ ...f, name }))}
                onValue={set}
                onSecret={(id, value) => setForm((f) => ({ ...f, typed: { ...f.typed, [id]: value } }))}
              />
            ) : null,
          )}
          {tab === 'appearance' && (
            <Appearance colour={form.colour} onColour={(colour) => setForm((f) => ({ ...f, colour }))} />
          )}
          {database.note !== '' && tab === database.tabs[0]?.id && <p className="hint formnote">{database.note}</p>}
          {outcome && 'error' in outcome && <FailureNotice error={outcome.error} />}
          {outcome && 'report' in outcome && <TestNotice report={outcome.report} />}
        </div>
        <footer>
          {lacking.length > 0 && (
            <p className="savenote fs12 t2" id="save-needs">
              Save needs {lacking[0]}
            </p>
          )}
          <button type="button" className="btn" aria-disabled={busy !== ''} onClick={() => busy === '' && void test()}>
            {busy === 'test' ? 'Testing…' : 'Test Connection'}
          </button>
          {connection && (
            <button
              type="button"
              className="btn danger-text"
              onClick={() => shell.show({ kind: 'delete', connection })}
            >
              Delete…
            </button>
          )}
          <span className="grow" />
          <button type="button" className="btn" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            className={`btn ${ready ? '' : 'off'}`}
            aria-disabled={!ready}
            aria-describedby={lacking.length > 0 ? 'save-needs' : undefined}
            onClick={() => ready && void save(false)}
          >
            Save
          </button>
          <button type="submit" className={`btn primary ${ready ? '' : 'off'}`} aria-disabled={!ready}>
            Save &amp; Connect
          </button>
        </footer>
      </form>
      {keyring && (
        <KeyringAlert
          onClose={() => setKeyring(null)}
          onRetry={() => void save(keyring.connect)}
          onKeep={() => void save(keyring.connect, true)}
        />
      )}
    </Sheet>
  )
}

function TestNotice({ report }: { report: TestReport }) {
  return (
    <Notice tone={report.warning === '' ? 'ok2' : 'warn2'}>
      <div className="grow sel-text">
        {report.text}
        {[report.warning, ...report.notices].filter(Boolean).map((line) => (
          <div key={line} className="t2">
            {line}
          </div>
        ))}
      </div>
    </Notice>
  )
}
