import { SquareTerminal } from 'lucide-react'
import { useRegistry } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import type { FilterPreview } from '../../host'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { syntax } from '../../ui/code/syntax'
import { Sheet } from '../../ui/Sheet'
import { TextView } from '../../ui/TextView'
import { indented } from '../../ui/text/lines'
import styles from './Filter.module.css'
import { queryText, requestText } from './words'

/** The request of a filter as it will be sent, with a button to open it in a console. */
export function PreviewSheet({ preview: { request }, onClose }: { preview: FilterPreview; onClose(): void }) {
  const registry = useRegistry()
  const text = requestText(request)
  // A sheet covers the window, whose commands run once it is closed. In a console the query can be edited.
  const open = () => {
    onClose()
    const lines = requestText({ ...request, body: indented(request.body) })
    setTimeout(() => registry.run('console.new', lines))
  }
  return (
    <Sheet label="Filter query" width={640} onClose={onClose}>
      <header>
        <h1>Filter query</h1>
        <p>{queryText}</p>
      </header>
      <div className={styles.preview}>
        <p className="mono sel-text">
          <span className={syntax.method}>{request.method}</span> {request.path}
        </p>
        <div className={styles.query}>
          <TextView label="Request body" text={request.body} language="json" />
        </div>
      </div>
      <footer>
        <CopyButton label="Copy" text={text} sign />
        <Button onClick={open}>
          <SquareTerminal size={14} strokeWidth={1.5} aria-hidden="true" />
          Open in Console
        </Button>
        <span className="grow" />
        <Button primary onClick={onClose}>
          Close <Hint of="dialog.cancel" />
        </Button>
      </footer>
    </Sheet>
  )
}
