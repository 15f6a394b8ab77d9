import { Hint } from '../../commands/Hint'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import style from './dashboard.module.css'
import type { Explaining } from './tab'
import { words } from './words'

/** What is wrong with a figure, item by item. */
export function ExplainedSheet({ explaining, onClose }: { explaining: Explaining; onClose(): void }) {
  const { title, explained, error } = explaining
  return (
    <Sheet label={title} width={640} onClose={onClose}>
      <header>
        <h1>{title}</h1>
      </header>
      <div className="ct">
        {error && <FailureNotice error={error} />}
        {!explained && !error && <p role="status">{words.reading}</p>}
        {explained?.total === 0 && <p className={style.said}>{words.noItems}</p>}
        {explained && explained.total > 0 && (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
            <section className={style.items} aria-label={title} tabIndex={0}>
              <table className="list">
                <thead>
                  <tr>
                    <th>Shard</th>
                    <th>Reason</th>
                  </tr>
                </thead>
                <tbody>
                  {explained.items.map(({ what, why }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a shard can have several replicas that look the same.
                    <tr key={at}>
                      <td>{what}</td>
                      <td>{why}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {explained.total > explained.items.length && (
              <p className={style.said}>{words.mostItems(explained.items.length, explained.total)}</p>
            )}
            {explained.note !== '' && <p className={`${style.said} sel-text`}>{explained.note}</p>}
          </>
        )}
      </div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn primary" onClick={onClose}>
          Close <Hint of="dialog.cancel" />
        </button>
      </footer>
    </Sheet>
  )
}
