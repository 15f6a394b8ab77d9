import { useEffect, useState } from 'react'
import { type PastRequest, toHostError } from '../../host'
import { duration, size } from '../../lib/words'
import { SearchField } from '../../ui/SearchField'
import { useMessages } from '../../window/messages'
import style from './console.module.css'
import { PanelHead, type PanelProps } from './PanelHead'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** The requests that were sent over the connection, the newest first. One that is clicked is put at the end of the text. */
export function History({ tab, ...head }: PanelProps & { tab: ConsoleTab }) {
  const messages = useMessages()
  const [requests, setRequests] = useState<readonly PastRequest[]>([])
  const [sought, setSought] = useState('')
  useEffect(() => {
    let ended = false
    tab.past().then(
      (past) => ended || setRequests(past),
      (cause: unknown) => messages.tell(toHostError(cause).message),
    )
    return () => {
      ended = true
    }
  }, [tab, messages])
  const shown = requests.filter(({ method, path, query, body }) =>
    `${method} ${path} ${query} ${body}`.toLowerCase().includes(sought.toLowerCase()),
  )
  const clear = () =>
    tab.clearPast().then(
      () => setRequests([]),
      (cause: unknown) => messages.tell(toHostError(cause).message),
    )
  return (
    <aside className={style.history} aria-label={words.history}>
      <PanelHead panel="history" {...head} />
      <div className={style.historySearch}>
        <SearchField label={words.searchHistory} text={sought} onText={setSought} />
      </div>
      {shown.length === 0 ? (
        <p className={`t2 ${style.historyNone}`}>{sought === '' ? words.noHistory : words.nothingFound}</p>
      ) : (
        <ul className={style.historyList}>
          {shown.map((request, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same request can be sent twice in a second.
            <li key={at}>
              <button type="button" className={style.past} onClick={() => tab.again(request)}>
                <span className="x-m">{request.method}</span>
                <span className="ell">{request.query === '' ? request.path : `${request.path}?${request.query}`}</span>
                <span className={request.status > 0 && request.status < 400 ? 'ok' : 'fail'}>
                  {request.status > 0 ? request.status : words.noResponse}
                </span>
                <span className="t2 num">
                  {duration(request.elapsed)}, {size(request.size)}
                  {request.left && `, ${words.notWhole}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={style.foot}>
        <button type="button" className="btn quiet sm" onClick={() => void clear()}>
          Clear
        </button>
        <span className="grow" />
        <span className="t2">{words.historyKept}</span>
      </div>
    </aside>
  )
}
