import { useState } from 'react'
import type { ColumnStatistics, HistogramBar } from '../../host'
import { count, counted } from '../../lib/words'
import { Button } from '../../ui/Button'
import style from './statistics.module.css'
import { barWords, histogramWords, type Nouns, shareOf, unitOf, words } from './words'

interface HistogramProps {
  value: ColumnStatistics
  nouns: Nouns
  column: string
}

/** The distribution of the values, as bars or as a table. */
export function Histogram({ value, nouns, column }: HistogramProps) {
  const [table, setTable] = useState(false)
  const { bars, barNote } = value
  if (bars.length === 0 && barNote === '') return null
  const unit = unitOf(value, nouns)
  return (
    <section className={style.part} aria-label="Histogram">
      <h3>
        <span className="grow">Histogram</span>
        {bars.length > 0 && (
          <Button quiet small aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? words.chart : words.table}
          </Button>
        )}
      </h3>
      {bars.length > 0 &&
        (table ? <Table bars={bars} unit={unit} /> : <Chart bars={bars} unit={unit} column={column} />)}
      {barNote !== '' && <p className={style.note}>{barNote}</p>}
    </section>
  )
}

type Unit = readonly [one: string, many: string]

function Chart({ bars, unit, column }: { bars: readonly HistogramBar[]; unit: Unit; column: string }) {
  const most = bars.reduce((max, bar) => (BigInt(bar.count) > BigInt(max) ? bar.count : max), '0')
  const last = bars.at(-1)
  return (
    <>
      <div className={style.bars} role="img" aria-label={histogramWords(column, bars)}>
        {bars.map((bar) => (
          <span key={bar.from} data-tip={`${barWords(bar)}: ${counted(bar.count, ...unit)}`}>
            <i style={{ height: heightOf(bar.count, most) }} />
          </span>
        ))}
      </div>
      <div className={style.bounds} aria-hidden="true">
        <span>{bars[0]?.from}</span>
        <span>{last?.to || last?.from}</span>
      </div>
    </>
  )
}

/** The height of a bar; a bar that is not empty is always visible. */
function heightOf(bar: string, most: string): string {
  return bar === '0' ? '0' : `max(2px, ${shareOf(bar, most) * 100}%)`
}

function Table({ bars, unit }: { bars: readonly HistogramBar[]; unit: Unit }) {
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{bars[0]?.to === '' ? 'From' : 'Values'}</th>
          <th scope="col">{unit[1].replace(/^./, (c) => c.toUpperCase())}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{barWords(bar)}</th>
            <td className="num">{count(bar.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
