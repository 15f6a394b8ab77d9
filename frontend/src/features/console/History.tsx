import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type PastRequest, toHostError } from '../../host'
import { duration, size } from '../../lib/words'
import { Button } from '../../ui/Button'
import { syntax } from '../../ui/code/syntax'
import { SearchField } from '../../ui/SearchField'
import { Segments } from '../../ui/Segments'
import { useMessages } from '../../window/messages'
import style from './console.module.css'
import { PanelHead, type PanelProps } from './PanelHead'
import { daysOf, timeOf } from './sentRequests'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** The sent requests, newest first. A click appends a request to the text. */
export function History({ tab, ...head }: PanelProps & { tab: ConsoleTab }) {
  const messages = useMessages()
  const [all, setAll] = useState(false)
  const [requests, setRequests] = useState<readonly PastRequest[] | null>(null)
  const [sought, setSought] = useState('')
  const sent = useStore(tab.store, (s) => s.outcomes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request that was sent is one more to list.
  useEffect(() => {
    let ended = false
    tab.past.list(all).then(
      (past) => ended || setRequests(past),
      (cause: unknown) => messages.tell(toHostError(cause).message),
    )
    return () => {
      ended = true
    }
  }, [tab, all, messages, sent])
  const shown = (requests ?? []).filter(({ connection, method, path, query, body }) =>
    `${method} ${path} ${query} ${body} ${all ? connection : ''}`.toLowerCase().includes(sought.toLowerCase()),
  )
  const clear = () =>
    tab.past.clear(all).then(
      () => setRequests([]),
      (cause: unknown) => messages.tell(toHostError(cause).message),
    )
  const choose = (whose: string) => {
    setRequests(null)
    setAll(whose === 'all')
  }
  return (
    <aside className={style.history} aria-label={words.history}>
      <PanelHead panel="history" {...head} />
      <div className={style.historyWhose}>
        <Segments
          label={words.whose}
          small
          segments={[
            { value: 'own', title: words.ownHistory },
            { value: 'all', title: words.allHistory },
          ]}
          value={all ? 'all' : 'own'}
          onValue={choose}
        />
      </div>
      <div className={style.historySearch}>
        <SearchField label={words.searchHistory} text={sought} onText={setSought} />
      </div>
      <div className={style.historyList}>
        {requests && shown.length === 0 && (
          <p className={`t2 ${style.historyNone}`}>{sought === '' ? words.noHistory : words.nothingFound}</p>
        )}
        {daysOf(shown, new Date()).map(({ title, requests: ofDay }) => (
          <section key={title} aria-label={title}>
            <p className={style.day}>{title}</p>
            <ul>
              {ofDay.map((request, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same request can be sent twice in a second.
                <li key={at}>
                  <Sent request={request} labelled={all} onPick={() => tab.again(request)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={style.foot}>
        <Button quiet small onClick={() => void clear()}>
          {all ? words.clearAll : words.clear}
        </Button>
        <span className="grow" />
        <span className="t2">{words.historyKept}</span>
      </div>
    </aside>
  )
}

/** A sent request; labelled shows its connection. */
function Sent({ request, labelled, onPick }: { request: PastRequest; labelled: boolean; onPick(): void }) {
  const { connection, method, path, query, status, failed = false, elapsed, left } = request
  return (
    <button type="button" className={style.past} onClick={onPick}>
      <span className={syntax.method}>{method}</span>
      <span className="ell">{query === '' ? path : `${path}?${query}`}</span>
      <span className={status > 0 && status < 400 && !failed ? 'ok' : 'fail'}>
        {status > 0 ? status : words.noResponse}
      </span>
      <span className={`t2 num ${style.sentAt}`}>
        <span className="ell">
          {duration(elapsed)}, {size(request.size)}
          {failed && `, ${words.inPart}`}
          {left && `, ${words.notWhole}`}
        </span>
        <time dateTime={request.at}>{timeOf(request)}</time>
      </span>
      {labelled && <span className={`t2 ell ${style.over}`}>{words.over(connection)}</span>}
    </button>
  )
}
