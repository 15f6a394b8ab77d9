import type { Gauge } from '../../host'
import { Panel } from '../../ui/Panel'
import { withTip } from '../../ui/tips'
import style from './dashboard.module.css'
import { ExplainButton } from './ExplainButton'
import { Meter } from './Meter'
import type { DashboardTab } from './tab'
import { gaugeWords, shareOf } from './words'

/** The figures of a server, as cards. */
export function Gauges({ tab, gauges }: { tab: DashboardTab; gauges: readonly Gauge[] }) {
  return (
    <div className={style.gauges}>
      {gauges.map((gauge) => (
        <Panel key={gauge.title} className={style.gauge} aria-label={gauge.title}>
          <h2>{gauge.title}</h2>
          {gauge.error ? (
            <p className={style.why} {...withTip(gauge.error.message)}>
              {gauge.error.message}
            </p>
          ) : (
            <Figure gauge={gauge} />
          )}
          {gauge.action && <ExplainButton tab={tab} action={gauge.action} className={style.more} />}
        </Panel>
      ))}
    </div>
  )
}

function Figure({ gauge }: { gauge: Gauge }) {
  const { figure, rest } = gaugeWords(gauge)
  const share = shareOf(gauge.value, gauge.of)
  return (
    <>
      <p className={style.figure}>
        {gauge.text !== '' && gauge.level !== '' && (
          <span className={style.dot} data-level={gauge.level} aria-hidden="true" />
        )}
        {figure} <span className={style.rest}>{rest}</span>
      </p>
      {share === undefined ? <div className={style.gap} /> : <Meter share={share} level={gauge.level} />}
      {gauge.note !== '' && (
        <p className={`${style.note} ell`} {...withTip()}>
          {gauge.note}
        </p>
      )}
    </>
  )
}
