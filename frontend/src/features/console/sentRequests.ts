import type { Host, PastRequest } from '../../host'

/** The history of requests: over the connection of a session, or over all. */
export class SentRequests {
  readonly #host: Host
  readonly #session: string

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
  }

  /** The newest first. */
  async list(all: boolean): Promise<PastRequest[]> {
    return (await this.#host.call<{ requests: PastRequest[] }>('Console.History', { session: this.#session, all }))
      .requests
  }

  /** Forgets them. */
  async clear(all: boolean): Promise<void> {
    await this.#host.call('Console.ClearHistory', { session: this.#session, all })
  }
}

/** A request as it would be typed. */
export function textOf({ method, path, query, body }: PastRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}${body === '' ? '' : `\n${body}`}`
}

/** The requests of one day. */
export interface Day {
  /** The day in words: "Today", "Yesterday", "12 March". */
  title: string
  requests: readonly PastRequest[]
}

/** Requests grouped by the day when they were sent, in order. */
export function daysOf(requests: readonly PastRequest[], now: Date): Day[] {
  const days = new Map<string, PastRequest[]>()
  for (const request of requests) {
    const title = dayOf(new Date(request.at), now)
    const day = days.get(title)
    if (day) day.push(request)
    else days.set(title, [request])
  }
  return [...days].map(([title, ofDay]) => ({ title, requests: ofDay }))
}

function dayOf(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
}

/** The time of day, "10:42". */
export function timeOf({ at }: PastRequest): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
