import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent } from '../../ui/SheetParts'
import { Table } from '../../ui/Table'
import style from './dashboard.module.css'
import type { Explaining } from './tab'
import { cellWords, words } from './words'

/** The problems behind a figure, item by item. */
export function ExplainedSheet({ explaining, onClose }: { explaining: Explaining; onClose(): void }) {
  const { title, explained, error } = explaining
  return (
    <Sheet label={title} width={640} onClose={onClose}>
      <header>
        <h1>{title}</h1>
      </header>
      <SheetContent>
        {error && <FailureNotice error={error} />}
        {!explained && !error && <p role="status">{words.reading}</p>}
        {explained?.total === 0 && <p className={style.said}>{explained.none}</p>}
        {explained && explained.total > 0 && (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
            <section className={style.items} aria-label={title} tabIndex={0}>
              <Table>
                <thead>
                  <tr>
                    {explained.items.columns.map((column) => (
                      <th key={column.title}>{column.title}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {explained.items.rows.map((cells, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two items can look the same.
                    <tr key={at}>
                      {explained.items.columns.map(({ title, kind }, k) => {
                        const cell = cells[k]
                        return <td key={title}>{cell && cellWords(kind, cell)}</td>
                      })}
                    </tr>
                  ))}
                </tbody>
              </Table>
            </section>
            {explained.total > explained.items.rows.length && (
              <p className={style.said}>{words.mostItems(explained.items.rows.length, explained.total)}</p>
            )}
            {explained.note !== '' && <p className={`${style.said} sel-text`}>{explained.note}</p>}
          </>
        )}
      </SheetContent>
      <footer>
        <span className="grow" />
        <Button primary onClick={onClose}>
          Close <Hint of="dialog.cancel" />
        </Button>
      </footer>
    </Sheet>
  )
}
