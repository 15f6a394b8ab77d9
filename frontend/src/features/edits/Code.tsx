import type { PlannedRequest } from '../../host'
import { CodeText } from '../../ui/CodeText'
import { syntax } from '../../ui/code/syntax'
import styles from './Edits.module.css'
import { addressOf } from './words'

/** Bodies that are longer are shown in one colour. */
const coloured = 20_000

/** A request as it is sent: method, address, headers and body. */
export function Code({ base, request }: { base: string; request: PlannedRequest }) {
  return (
    // A long body is scrolled by keys.
    <CodeText as="section" boxed className={styles.code} aria-label="Request" tabIndex={0}>
      <div>
        <span className={syntax.method}>{request.method}</span> <span className={syntax.comment}>{base}</span>
        {addressOf(request)}
      </div>
      {request.headers.map(({ name, value }) => (
        <div key={name} className={syntax.comment}>
          {name}: {value}
        </div>
      ))}
      {request.body !== '' && (
        <div className={styles.body}>
          {request.body.length > coloured ? request.body : <Coloured text={request.body} />}
        </div>
      )}
    </CodeText>
  )
}

const token = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g

/** A text in JSON, every character as it is. */
function Coloured({ text }: { text: string }) {
  const parts: { at: number; text: string; look: string }[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [, string, colon, number] = match
    const own = string ?? match[0]
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), look: syntax.punctuation })
    const look =
      string === undefined
        ? number === undefined
          ? syntax.literal
          : syntax.number
        : colon === undefined
          ? syntax.string
          : syntax.key
    parts.push({ at: match.index, text: own, look })
    end = match.index + own.length
  }
  parts.push({ at: end, text: text.slice(end), look: syntax.punctuation })
  return parts.map((part) => (
    <span key={part.at} className={part.look}>
      {part.text}
    </span>
  ))
}
