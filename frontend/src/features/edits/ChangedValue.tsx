import { around, type Marked } from './differing'
import styles from './Edits.module.css'
import { mostInTable } from './words'

interface ChangedValueProps {
  value: Marked
  /** How many characters are shown in front of what differs. */
  before?: number
}

/** A value of a change; of a long one the part that differs is marked. */
export function ChangedValue({ value, before = 300 }: ChangedValueProps) {
  const { head, own, tail } = around(value, before, mostInTable)
  if (own === '') return head + tail
  return (
    <>
      {head}
      <mark className={styles.differs}>{own.length > mostInTable ? `${own.slice(0, mostInTable)}…` : own}</mark>
      {tail}
    </>
  )
}
