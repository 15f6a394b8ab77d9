import { Info } from 'lucide-react'
import type { ConsoleResponse } from '../../host'
import { rem } from '../../lib/rem'
import { count, duration } from '../../lib/words'
import { NoticeBlock } from '../../ui/Notice'
import type { Aggregation, Searched } from './searched'
import style from './searched.module.css'
import { totalWords, words } from './words'

interface AggregationsProps {
  searched: Searched
  response: ConsoleResponse
}

/** The aggregations of a search, and its facts. */
export function Aggregations({ searched, response }: AggregationsProps) {
  const { called, aggregations, facts, highlighted } = searched
  const known: (readonly [string, string])[] = [
    ...(response.total === '' ? [] : [['Total', totalWords(response)] as const]),
    ...(response.took === '' ? [] : [['Took', duration(Number(response.took))] as const]),
    ...facts,
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={style.searched} aria-label={called} tabIndex={0}>
      <div className={style.cards}>
        {aggregations.length === 0 && <Note text={words.noneRequested(called)} />}
        {aggregations.map((aggregation) => (
          <Card key={aggregation.name} aggregation={aggregation} />
        ))}
      </div>
      <div className={style.about}>
        <Facts facts={known} />
        {highlighted === 0 && <Note text={words.noneRequested(words.highlights)} />}
      </div>
    </section>
  )
}

function Note({ text }: { text: string }) {
  return (
    <NoticeBlock>
      <Info size={16} strokeWidth={1.5} aria-hidden="true" />
      <span>{text}</span>
    </NoticeBlock>
  )
}

function Facts({ facts }: Pick<Searched, 'facts'>) {
  return (
    <dl className={`sel-text ${style.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Card({ aggregation }: { aggregation: Aggregation }) {
  const { name, type, counted, columns, lines, facts } = aggregation
  const left = aggregation.count - lines.length
  const counts = lines.some((line) => line.count !== '')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={style.card} aria-label={words.buckets(name)} tabIndex={0}>
      <table className="sel-text">
        <caption>
          <b>{name}</b> <span className="t2">{type}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.bucket}</th>
            {counts && (
              <th scope="col" className={style.number}>
                {counted}
              </th>
            )}
            {counts && <td aria-hidden="true" />}
            {columns.map((column) => (
              <th key={column} scope="col" className={style.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two buckets of different parents can have the same key.
            <tr key={i} className={line.head ? style.inner : ''}>
              <th scope="row" style={{ paddingLeft: rem(12 + line.depth * 14) }}>
                {line.key === '' ? words.emptyKey : line.key}
              </th>
              {counts && <td className={style.number}>{wholeNumber(line.count)}</td>}
              {counts && (
                <td className={style.bar} aria-hidden="true">
                  {line.count !== '' && line.share > 0 && (
                    <span>
                      <i style={{ width: `${line.share}%` }} />
                    </span>
                  )}
                </td>
              )}
              {columns.map((column) => (
                <td key={column} className={style.number}>
                  {line.values.get(column) ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p className={`t2 ${style.none}`}>{words.noBuckets}</p>}
      {left > 0 && <p className={`t2 ${style.none}`}>{words.moreLines(left)}</p>}
      {facts.length > 0 && <Facts facts={facts} />}
    </section>
  )
}

/** A whole number with separators; anything else as it is. */
function wholeNumber(text: string): string {
  return /^\d+$/.test(text) ? count(text) : text
}
