import type { Gauge } from '../../host'
import { withTip } from '../../ui/tips'
import style from './dashboard.module.css'
import { ExplainButton } from './ExplainButton'
import { Meter } from './Meter'
import type { DashboardTab } from './tab'
import { gaugeWords, shareOf } from './words'

/** The figures of a server, each in a card. */
export function Gauges({ tab, gauges }: { tab: DashboardTab; gauges: readonly Gauge[] }) {
  return (
    <div className={style.gauges}>
      {gauges.map((gauge) => (
        <section key={gauge.title} className={`panel ${style.gauge}`} aria-label={gauge.title}>
          <h2>{gauge.title}</h2>
          {gauge.error ? (
            <p className={style.why} {...withTip(gauge.error.message)}>
              {gauge.error.message}
            </p>
          ) : (
            <Figure gauge={gauge} />
          )}
          {gauge.action && <ExplainButton tab={tab} action={gauge.action} className={style.more} />}
        </section>
      ))}
    </div>
  )
}

function Figure({ gauge }: { gauge: Gauge }) {
  const { figure, rest } = gaugeWords(gauge)
  const share = gauge.text === '' ? shareOf(gauge.value, gauge.of) : undefined
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
