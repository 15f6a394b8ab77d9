import type { ColumnStatistics } from '../../host'
import { Button } from '../../ui/Button'
import { CodeText } from '../../ui/CodeText'
import { CopyButton } from '../../ui/CopyButton'
import style from './statistics.module.css'
import { consoleText, words } from './words'

interface RequestsProps {
  value: ColumnStatistics
  onConsole: ((text: string) => void) | null
}

/** The requests as they were sent. */
export function Requests({ value: { requests }, onConsole }: RequestsProps) {
  const text = consoleText(requests)
  return (
    <section className={style.part} aria-label="Request">
      <details>
        <summary>{requests.length === 1 ? '1 request was sent' : `${requests.length} requests were sent`}</summary>
        {requests.length > 1 && <p className={style.note}>{words.second}</p>}
        {/* What scrolls must be reachable by the keyboard. */}
        <CodeText as="pre" boxed className={`sel-text ${style.request}`} tabIndex={0}>
          {text}
        </CodeText>
        <div className="row g4">
          <CopyButton label={words.copy} text={text} sign small />
          {onConsole && (
            <Button small onClick={() => onConsole(text)}>
              {words.console}
            </Button>
          )}
        </div>
      </details>
    </section>
  )
}
