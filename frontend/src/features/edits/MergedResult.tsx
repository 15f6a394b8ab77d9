import { size } from '../../lib/words'
import { Panel } from '../../ui/Panel'
import { Code } from './Code'
import styles from './Edits.module.css'
import type { Merged } from './savingState'
import { preparingMerged } from './words'

/** The request that ends a conflict, as it will be sent. */
export function MergedResult({ merged: { shown, said } }: { merged: Merged }) {
  const request = shown?.info.requests[0]
  return (
    <Panel className={styles.merged} aria-label="Result">
      <div className={`row fs12 ${styles.mergedHead}`}>
        <span className="b">Result</span>
        <span className="t2 ell" data-tip="">
          {request?.form}
        </span>
      </div>
      <div className={styles.mergedBody}>
        {!request && (
          <p className="t2 fs12 sel-text" role="status">
            {said || preparingMerged}
          </p>
        )}
        {request && shown && (
          <>
            {request.reason !== '' && <p className="t2 fs12">{request.reason}</p>}
            {shown.info.notices.map(({ text }) => (
              <p key={text} className="t2 fs12">
                {text}
              </p>
            ))}
            <Code base={shown.info.base} request={request} />
            {request.truncated && <p className="t2 fs12">Only the first 64 KB of {size(request.size)} are shown.</p>}
          </>
        )}
      </div>
    </Panel>
  )
}
