import { ChartLine, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { Chart, ChartPoint } from '../../host'
import { Button } from '../../ui/Button'
import { Panel, PanelHead } from '../../ui/Panel'
import { Table } from '../../ui/Table'
import style from './dashboard.module.css'
import { Plot } from './PlotView'
import { chartLabel, clock, pointValue, valueWords, words } from './words'

/** The charts of a server. */
export function Charts({ charts, points }: { charts: readonly Chart[]; points: readonly ChartPoint[] }) {
  let first = 0
  return (
    <div className={style.charts}>
      {charts.map((chart) => {
        const at = first
        first += chart.series.length
        return <ChartPanel key={chart.name} chart={chart} points={points} first={at} />
      })}
    </div>
  )
}

interface ChartPanelProps {
  chart: Chart
  points: readonly ChartPoint[]
  /** The index of its first series among those of all charts. */
  first: number
}

function ChartPanel({ chart, points, first }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const last = points.at(-1)
  const lines = chart.series.map(({ title }, at) => ({ title, value: pointValue(last, first + at) }))
  const error = chart.series.find((series) => series.error)?.error
  const every = chart.series.every((series) => series.error)
  const valued = points.filter((point) => chart.series.some((_, at) => pointValue(point, first + at) !== ''))
  const Icon = asTable ? ChartLine : Table2
  const other = asTable ? 'Show as chart' : 'Show as table'
  return (
    <Panel aria-label={chart.title}>
      <PanelHead className={style.head}>
        <h2 className="ell">{chart.title}</h2>
        <span className="grow" />
        <span className={style.legend}>
          {lines.map(({ title, value }) => (
            <span key={title}>
              <span className={style.line} aria-hidden="true" />
              {title} {valueWords(value)}
            </span>
          ))}
        </span>
        <Button
          quiet
          icon
          small
          aria-label={`${other}: ${chart.title}`}
          data-tip={other}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </PanelHead>
      {every && error ? (
        <div className={style.plot}>
          <p className={style.empty}>{error.message}</p>
        </div>
      ) : asTable ? (
        <PointTable chart={chart} points={points} first={first} />
      ) : (
        <div className={style.plot} role="img" aria-label={chartLabel(chart.title, lines)}>
          {valued.length < 2 ? (
            <p className={style.empty}>{words.noPoints}</p>
          ) : (
            <Plot points={points} first={first} series={chart.series.length} />
          )}
        </div>
      )}
    </Panel>
  )
}

/** The values of a chart, latest first. */
function PointTable({ chart, points, first }: ChartPanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className={style.points} aria-label={`${chart.title}, table`} tabIndex={0}>
      <Table>
        <thead>
          <tr>
            <th>Time</th>
            {chart.series.map(({ name, title }) => (
              <th key={name} data-number>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.number}>
              <td>{clock(point.time)}</td>
              {chart.series.map(({ name }, at) => (
                <td key={name} data-number>
                  {valueWords(pointValue(point, first + at))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
