import type { ReactNode } from 'react'
import type { ColumnStatistics } from '../../host'
import { count } from '../../lib/words'
import { Chip } from '../../ui/Chip'
import { withTip } from '../../ui/tips'
import style from './statistics.module.css'
import { valuesWords, words } from './words'

/** The figures of a column, as the engine returned them. */
export function Figures({ value }: { value: ColumnStatistics }) {
  const { distinct, estimated, min, max, sum, average, rounded } = value
  const values = valuesWords(value)
  const mark = rounded ? <Mark text={words.rounded} tip={words.roundedTip} /> : null
  return (
    <section className={style.part} aria-label="Figures">
      <dl className={style.figures}>
        {values !== '' && <Figure name="Values">{count(values)}</Figure>}
        {distinct !== '' && (
          <Figure name="Distinct" mark={estimated && <Mark text={words.estimated} tip={words.estimatedTip} />}>
            {count(distinct)}
          </Figure>
        )}
        {min !== '' && <Figure name="Min">{min}</Figure>}
        {max !== '' && <Figure name="Max">{max}</Figure>}
        {sum !== '' && (
          <Figure name="Sum" mark={mark}>
            {sum}
          </Figure>
        )}
        {average !== '' && (
          <Figure name="Average" mark={mark}>
            {average}
          </Figure>
        )}
      </dl>
    </section>
  )
}

function Figure({ name, mark, children }: { name: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {mark}
        <span className="sel-text">{children}</span>
      </dd>
    </>
  )
}

/** The note on a figure. */
function Mark({ text, tip }: { text: string; tip: string }) {
  return (
    <Chip line {...withTip(tip)}>
      {text}
    </Chip>
  )
}
