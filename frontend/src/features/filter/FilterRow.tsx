import { ChevronsUpDown, CircleSlash, Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import type { GridColumn } from '../../host'
import { SmallIcon } from '../../ui/SmallIcon'
import { withTip } from '../../ui/tips'
import styles from './Filter.module.css'
import type { Draft, Filtering } from './filter'
import { type Operator, operators, takesValue } from './operators'

interface FilterRowProps {
  number: number
  draft: Draft
  filtering: Filtering
  columns: readonly GridColumn[]
}

/** One row of the filter: a column, an operator, its value, and why it was refused or what it is for the engine. */
export function FilterRow({ number, draft, filtering, columns }: FilterRowProps) {
  const { id, column, operator, value, refusal, clause } = draft
  const said = useId()
  const type = columns.find(({ name }) => name === column)?.type ?? ''
  return (
    <fieldset className={styles.row} aria-label={`Filter ${number}`}>
      <Choice
        label="Column"
        value={column}
        options={columns.map(({ name }) => ({ id: name, title: name }))}
        onChoose={(name) => filtering.set(id, { column: name })}
      />
      <Choice
        label="Operator"
        value={operator}
        options={operators}
        onChoose={(wanted) => filtering.set(id, { operator: wanted as Operator })}
      />
      {takesValue(operator) ? (
        <input
          data-value
          className={`field sm ${refusal === '' ? '' : 'bad'}`}
          aria-label="Value"
          aria-invalid={refusal !== ''}
          aria-describedby={said}
          placeholder={type}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          onChange={(event) => filtering.set(id, { value: event.target.value })}
        />
      ) : (
        <span />
      )}
      <span id={said} className={styles.said}>
        {refusal !== '' && (
          <span className={styles.refusal} role="alert">
            <CircleSlash size={14} strokeWidth={1.5} aria-hidden="true" />
            <span className="ell" {...withTip()}>
              {refusal}
            </span>
          </span>
        )}
        {refusal === '' && clause !== '' && (
          <span className="mono t3 ell" data-tip="">
            {clause}
          </span>
        )}
      </span>
      <span className="row g4">
        <SmallIcon icon={Minus} label="Remove this filter" onClick={() => filtering.remove(id)} />
        <SmallIcon icon={Plus} label="Add a filter" onClick={() => filtering.add(undefined, id)} />
      </span>
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { id: string; title: string }[]
  onChoose(id: string): void
}

/** The system's own list: letters jump in it, and every screen reader knows it. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <span className={`popwrap ${styles.choice}`}>
      <select className="pop sm" aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
