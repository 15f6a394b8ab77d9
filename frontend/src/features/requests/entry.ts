/** One request that was sent, or that failed to reach the server. */
export interface RequestEntry {
  /** Counted from 1, in the order in which the requests ended. */
  id: number
  /** Milliseconds since 1970. */
  started: string
  method: string
  path: string
  query: string
  /** The driver's word for its purpose. */
  purpose: string
  /** 0 if there was no response. */
  status: number
  /** The kind of error, '' if there was a response. */
  kind: string
  millis: number
  /** Of the answer. */
  bytes: string
  /** Bytes of the body that was sent. */
  sent: number
  hasBody: boolean
  gap: Gap
}

/** Why an entry is incomplete. */
export type Gap = '' | 'write' | 'large' | 'secret' | 'old' | 'private'
