import { Check, CircleAlert, Lock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../commands/context'
import type { ConsolePlan, ConsoleResponse } from '../../host'
import { statusText } from '../../lib/http'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { CopyButton } from '../../ui/CopyButton'
import { givesWay, useFittingRow } from '../../ui/fitRow'
import { NoticeBlock } from '../../ui/Notice'
import { Segments } from '../../ui/Segments'
import { useFind } from '../../ui/text/useFind'
import { useMessages } from '../../window/messages'
import { Aggregations } from './Aggregations'
import style from './console.module.css'
import { FindInResponse } from './FindInResponse'
import { Headers } from './Headers'
import { Highlights } from './Highlights'
import { useSearched } from './inside'
import { ProfileView } from './profile/ProfileView'
import { ResponseBody, RowsFoot } from './ResponseBody'
import { ResultGrid } from './ResultGrid'
import type { Searched } from './searched'
import type { Answered } from './state'
import type { ConsoleTab } from './tab'
import type { TableState } from './table'
import type { View } from './view'
import { failureText, requestLine, responseParts, viewWords, words } from './words'

interface ResponseProps {
  tab: ConsoleTab
  outcome: Answered
  /** The head of a request in progress; the shown response is faded until it ends. */
  waiting: ReactNode
}

/** A response: its status, the server's warnings, and its rows, text or headers. */
export function Response({ tab, outcome, waiting }: ResponseProps) {
  const { response, text, profile } = outcome
  const state = useStore(text.store)
  const chosen = useStore(tab.store, (s) => s.view)
  const [picked, setPicked] = useState(false)
  const messages = useMessages()
  const registry = useRegistry()
  const find = useFind(state.text)
  const table = useStore(outcome.table.store)
  const searched = useSearched(state, table, outcome.table, response)
  const known = knownOf(response, table, searched)
  const views: View[] = [
    ...(table.rows > 0 ? (['grid'] as const) : []),
    'json',
    ...(searched ? (['aggregations'] as const) : []),
    ...(searched && searched.highlighted > 0 ? (['highlights'] as const) : []),
    ...(profile.any ? (['profile'] as const) : []),
    'headers',
  ]
  // Do not hide this response's aggregations because the previous one had none.
  const empty = chosen === 'aggregations' && !picked && searched?.aggregations.length === 0
  const view = views.find((one) => one === chosen && !empty) ?? views[0] ?? 'json'
  return (
    <>
      {waiting ?? (
        <Head response={known} plan={outcome.plan}>
          {view === 'json' && state.text !== '' && (
            <>
              <FindInResponse tab={tab} outcome={outcome} find={find} />
              <CopyButton label="Copy" text={state.text} sign quiet small />
            </>
          )}
          {view === 'grid' && (
            <Button quiet small onClick={() => registry.run('object.export')}>
              {words.exportRows}
            </Button>
          )}
          <Segments
            label="Show the response as"
            small
            segments={views.map((value) => ({ value, title: titleOf(value, searched, response) }))}
            value={view}
            onValue={(value) => {
              setPicked(true)
              tab.view(value)
            }}
          />
        </Head>
      )}
      <div className={`${style.result} ${waiting ? style.stale : ''}`}>
        <Doubt text={response.doubt} />
        <Doubt text={failureText(response)} />
        <Warnings texts={response.warnings} />
        {view === 'profile' && <ProfileView measured={profile} />}
        {view === 'headers' && <Headers headers={response.headers} />}
        {view === 'aggregations' && searched && <Aggregations searched={searched} response={known} />}
        {view === 'highlights' && searched && <Highlights {...searched} />}
        {view === 'grid' && (
          <ResultGrid
            session={tab.session}
            table={outcome.table}
            onText={() => tab.view('json')}
            onTell={(said) => messages.tell(said)}
          />
        )}
        {view === 'json' && <ResponseBody tab={tab} outcome={outcome} find={find} />}
        {view === 'grid' && <RowsFoot tab={tab} outcome={outcome} />}
      </div>
    </>
  )
}

/** The title of a response view. */
function titleOf(view: View, searched: Searched | null, { binary, contentType }: ConsoleResponse): string {
  if (view === 'json' && binary !== '') return words.file
  if (view === 'json' && contentType !== '' && !/json/i.test(contentType)) return words.text
  return view === 'aggregations' && searched ? searched.called : viewWords[view]
}

/** A response with facts found after it arrived: the backend inspects only short ones. */
function knownOf(response: ConsoleResponse, table: TableState, searched: Searched | null): ConsoleResponse {
  const count = response.count === '' && table.done && table.rows > 0 ? String(table.rows) : response.count
  if (!searched || response.total !== '') return { ...response, count }
  const { took, total, atLeast } = searched
  return { ...response, count, took: response.took || took, total, atLeast }
}

/** Status, time and size of a response, the request, and the choice of view. */
function Head({ response, plan, children }: { response: ConsoleResponse; plan: ConsolePlan; children: ReactNode }) {
  const good = response.status < 400 && !response.failed.some
  const Icon = good ? Check : CircleAlert
  const row = useRef<HTMLDivElement>(null)
  useFittingRow(row)
  return (
    <div ref={row} className={style.head}>
      <Chip new={good} deleted={!good}>
        <Icon size={12} strokeWidth={2} aria-hidden="true" /> {statusText(response.status)}
      </Chip>
      <span className={`num ${style.figures}`}>
        {responseParts(response).map(({ text, gives }, at) => (
          <span key={gives} {...givesWay(gives)}>
            {at > 0 && <span className={style.comma}>, </span>}
            {text}
          </span>
        ))}
      </span>
      <span className={`t3 ell ${style.line}`} data-tip="" {...givesWay(5)}>
        {requestLine(plan)}
      </span>
      <span className="grow" />
      {response.private && (
        <Chip line>
          <Lock size={12} strokeWidth={1.75} aria-hidden="true" /> Private
        </Chip>
      )}
      {children}
    </div>
  )
}

/** Says that a request was only partly carried out, or that its outcome is unknown. */
function Doubt({ text }: { text: string }) {
  if (text === '') return null
  return (
    <NoticeBlock warning className={style.warnings} role="alert">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      <p className="sel-text">{text}</p>
    </NoticeBlock>
  )
}

function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <NoticeBlock warning className={style.warnings}>
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      <ul className="sel-text" aria-label="Warnings from the server">
        {texts.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: warnings have nothing but their order.
          <li key={i}>{text}</li>
        ))}
      </ul>
    </NoticeBlock>
  )
}
