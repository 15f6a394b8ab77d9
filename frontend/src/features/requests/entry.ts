/** One request that was sent, or that was tried and did not reach the server. */
export interface RequestEntry {
  /** From 1 on, in the order in which the requests ended. */
  id: number
  /** Milliseconds since 1970. */
  started: string
  method: string
  path: string
  query: string
  /** The driver's word for what it was for. */
  purpose: string
  /** 0 where no answer came. */
  status: number
  /** The kind of the error, '' where an answer came. */
  kind: string
  millis: number
  /** Of the answer. */
  bytes: string
  /** Bytes of the body that was sent. */
  sent: number
  hasBody: boolean
  gap: Gap
}

/** Why an entry is not the whole request. */
export type Gap = '' | 'write' | 'large' | 'secret' | 'old' | 'private'
