import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Below } from '../../../ui/Below'
import hint from '../../../ui/Key.module.css'
import menu from '../../../ui/Menu.module.css'
import styles from '../Edits.module.css'
import type { Typed } from '../values'
import { type EditorProps, typedText, useLeaving } from './leaving'

/** What a boolean can be, the key that chooses it, and others that do. */
const choices = [
  { title: 'true', hint: 'T', keys: 't1y', typed: typedText('true') },
  { title: 'false', hint: 'F', keys: 'f0', typed: typedText('false') },
  { title: 'NULL', hint: 'N', keys: 'n', typed: { text: '', null: true } as Typed },
] as const

type Choice = (typeof choices)[number]

/** Whether a text is one that the editor of booleans can show. */
export const isBoolean = (text: string) => text === '' || text === 'true' || text === 'false'

const byKey = (key: string) => choices.find(({ keys }) => key.length === 1 && keys.includes(key.toLowerCase()))

interface BooleanEditorProps extends EditorProps {
  /** The value of the cell, '' for NULL or none. */
  value: string
}

/** Three choices over a cell: T, F and N choose one, Space and the arrows the next, Enter and Tab take it. */
export function BooleanEditor({ label, text, selected, value, ...ends }: BooleanEditorProps) {
  const [chosen, choose] = useState<Choice | undefined>(() => (selected ? undefined : byKey(text)))
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const own = choices.find(({ typed }) => typed.text === value)
  const at = choices.indexOf(chosen ?? own ?? choices[2])
  const { commit, keys } = useLeaving(ends, () => chosen?.typed ?? typedText(value))
  useLayoutEffect(() => void field.current?.focus({ preventScroll: true }), [])
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ' ': 1, ArrowDown: 1, ArrowUp: choices.length - 1 }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    const step = plain ? steps[event.key] : undefined
    const next = step === undefined ? plain && byKey(event.key) : choices[(at + step) % choices.length]
    if (!next) return void keys(event)
    choose(next)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        className={styles.editor}
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={`${id}-${at}`}
        readOnly
        value={choices[at]?.title}
        onKeyDown={press}
        onBlur={() => commit('away')}
      />
      <Below anchor={field} label={label} onClose={() => undefined}>
        <div id={id} role="listbox" aria-label={label}>
          {choices.map((choice, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the option it is on.
            <div
              key={choice.title}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              className={`${menu.item} ${place === at ? menu.on : ''}`}
              onClick={() => commit('stay', choice.typed)}
            >
              {choice.title}
              <kbd data-part="key" className={hint.key}>
                {choice.hint}
              </kbd>
            </div>
          ))}
        </div>
      </Below>
    </>
  )
}
