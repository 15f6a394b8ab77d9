import { ListPlus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { GridColumn } from '../../host'
import { isComposing } from '../../lib/keys'
import { quotedList } from '../../lib/lists'
import { counted } from '../../lib/words'
import { Chips, ListTyping } from '../../ui/Chips'
import { TextField } from '../../ui/Field'
import { SmallIcon } from '../../ui/SmallIcon'
import { useDatePicker } from '../../ui/useDatePicker'
import { useMac } from '../../window/platform'
import styles from './Filter.module.css'
import { type FilledRow, isRaw, sentValues } from './filledRows'
import type { Filtering } from './filter'
import { NamedRanges } from './NamedRanges'
import { Picker } from './Picker'
import { Suggested } from './Suggested'
import { valueHint } from './words'

interface ValuesProps {
  draft: FilledRow
  column: GridColumn | undefined
  filtering: Filtering
  /** The id of the row's message. */
  describedBy: string
}

/** The inputs for a row's values: none, one, two ends, or a list. */
export function Values({ draft, column, filtering, describedBy }: ValuesProps) {
  const { id, operator, values } = draft
  const { arity, editor } = operator
  const noSuggest = isRaw(draft) ? 'a query has no values' : filtering.classOf(draft.column).noSuggest
  const change = (at: number, text: string) => filtering.set(id, { values: values.with(at, text) })
  const field = (label: string, at: number) => (
    <Field {...{ label, at, draft, column, filtering, describedBy }} onText={(text) => change(at, text)} />
  )
  if (arity === 'none') return <span />
  const chosen =
    arity === 'one' && editor === '' && column?.kind === 'boolean' && ['', ...bools].includes(values[0] ?? '')
  return (
    <span className={styles.values}>
      {arity === 'two' && field('From', 0)}
      {arity === 'two' && <span className="t3">and</span>}
      {arity === 'two' && field('To', 1)}
      {arity === 'list' && (
        <Chips
          label="List values"
          className={styles.tokens}
          values={values.slice(0, -1)}
          onRemove={(at) => filtering.set(id, { values: values.toSpliced(at, 1) })}
        />
      )}
      {arity === 'list' && field('Add a value', values.length - 1)}
      {arity === 'list' && (
        <span className="t3" role="status">
          {counted(sentValues(draft).length, 'value')}
        </span>
      )}
      {arity === 'one' && !chosen && field(isRaw(draft) ? 'Query' : 'Value', 0)}
      {column?.kind === 'date' && <NamedRanges draft={draft} filtering={filtering} />}
      {chosen && <Choice {...{ draft, filtering }} onText={(text) => change(0, text)} />}
      {!isRaw(draft) && (
        <SmallIcon
          icon={ListPlus}
          label="Suggest values"
          why={noSuggest}
          onClick={() => void filtering.suggest(id, arity === 'list' ? values.length - 1 : 0)}
        />
      )}
    </span>
  )
}

const bools = ['true', 'false']

/** The two values of a boolean. */
function Choice({ draft, filtering, onText }: Pick<FieldProps, 'draft' | 'filtering' | 'onText'>) {
  const items = bools.map((title) => ({ id: title, title }))
  const suggested = useStore(filtering.suggesting.store, ({ row }) => row === draft.id)
  const options = useId()
  return (
    <span className={styles.valuefield}>
      <Picker label="Value" items={items} value={draft.values[0] ?? ''} title="choose" onPick={onText} />
      {suggested && <Suggested id={options} filtering={filtering} column={draft.column} />}
    </span>
  )
}

interface FieldProps extends ValuesProps {
  label: string
  at: number
  onText(text: string): void
}

function Field({ label, at, draft, column, filtering, describedBy, onText }: FieldProps) {
  const { id, operator, values, refusal } = draft
  const list = operator.arity === 'list'
  const suggested = useStore(filtering.suggesting.store, ({ row, value }) => row === id && value === at)
  const options = useId()
  const text = values[at] ?? ''
  const input = useRef<HTMLInputElement>(null)
  const picker = useDatePicker({ field: input, label: label.toLowerCase(), text, onText })
  const dated = column?.kind === 'date' && operator.editor === ''
  const mac = useMac()
  const typing = new ListTyping(quotedList, values, (changed) => filtering.set(id, { values: changed }))
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (dated && picker.key(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (asksForValues(event, mac)) void filtering.suggest(id, at)
    else if (!list || !typing.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.valuefield}>
      <TextField
        ref={input}
        dir="auto"
        data-value
        small
        bad={refusal !== ''}
        className={isRaw(draft) ? 'mono' : ''}
        aria-label={label}
        aria-invalid={refusal !== ''}
        aria-describedby={describedBy}
        aria-controls={suggested ? options : undefined}
        {...(dated && !suggested && picker.named)}
        placeholder={isRaw(draft) ? operator.example : column ? valueHint(column.kind, column.type) : ''}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onKeyDown={keys}
        onPaste={(event) => list && typing.paste(event)}
        onBlur={() => list && !suggested && filtering.split(id)}
        onChange={({ target }) => (list ? typing.type(target.value) : onText(target.value))}
      />
      {dated && picker.button()}
      {dated && picker.calendar}
      {suggested && <Suggested id={options} filtering={filtering} column={draft.column} />}
    </span>
  )
}

/** Whether a key requests values; on macOS Ctrl+Space may be taken by input methods. */
const asksForValues = ({ key, ctrlKey, altKey }: KeyboardEvent, mac: boolean) =>
  (key === ' ' && ctrlKey) || (mac && key === 'Escape' && altKey)
