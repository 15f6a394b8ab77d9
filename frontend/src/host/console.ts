/** What would be sent for a request that was typed in a console. */
export interface ConsolePlan {
  method: string
  path: string
  query: string
  /** Of the body. */
  contentType: string
  /** Of the body, in bytes. */
  size: string
  /** What sends exactly this, once. */
  digest: string
  write: boolean
  /** Body and response can carry credentials: nothing keeps them. */
  private: boolean
  safe: 'off' | 'confirm' | 'read-only'
}

/** A response, whatever its status. Its bytes come from /data/answer. */
export interface ConsoleAnswer {
  /** Its name, until it is dropped. */
  answer: string
  status: number
  contentType: string
  warnings: string[]
  /** Bytes. */
  size: string
  /** Milliseconds from sending to the end of the response. */
  elapsed: number
  private: boolean
  /** Where its rows are, such as "hits.hits"; '' if the route has none. */
  rows: string
  /** Where the document is in each row. */
  doc: string
}

/** Which bytes of a response come with it. */
export interface AnswerPart {
  from: string
  /** Of the whole response, in bytes. */
  size: string
}
