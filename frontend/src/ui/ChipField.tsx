import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../lib/keys'
import type { ListReading } from '../lib/lists'
import { Chips, ListTyping } from './Chips'
import style from './Chips.module.css'
import { Field } from './Field'
import menu from './Menu.module.css'

/** How many suggestions are listed at once; typing finds the others. */
const listed = 50

interface ChipFieldProps {
  /** The id of the input, for its label. */
  id: string
  /** What the values are: "Collections". */
  label: string
  /** The last one is the text that is being typed. */
  values: readonly string[]
  reading: ListReading
  suggestions: readonly string[]
  placeholder: string
  describedBy?: string
  onValues(values: string[]): void
}

/** A field for a list: each value is a chip, and what was typed so far finds suggestions. */
export function ChipField(props: ChipFieldProps) {
  const { id, label, values, reading, suggestions, placeholder, describedBy, onValues } = props
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const options = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1) // the option that Enter takes, -1 for none
  const typing = new ListTyping(reading, values, onValues)
  const text = typing.text.trim().toLowerCase()
  const found = suggestions.filter((one) => !typing.ended.includes(one) && one.toLowerCase().includes(text))
  const shown = open ? found.slice(0, listed) : []
  const active = shown[at]
  useEffect(() => {
    options.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  const show = (isShown: boolean) => {
    setOpen(isShown)
    setAt(-1)
  }
  const take = (value: string) => {
    typing.take(value)
    show(false)
    input.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown' && !open) show(true)
    else if (key === 'ArrowDown' && shown.length > 0) setAt(Math.min(shown.length - 1, at + 1))
    else if (key === 'ArrowUp' && shown.length > 0) setAt(Math.max(-1, at - 1))
    else if (key === 'Escape' && shown.length > 0) show(false)
    else if (key === 'Enter' && active !== undefined && !event.ctrlKey && !event.metaKey) take(active)
    else if (typing.key(event)) show(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={style.place}>
      <Field className={style.field} as="div" onClick={() => input.current?.focus()}>
        <Chips
          label={`${label}, chosen`}
          values={typing.ended}
          onRemove={(removed) => {
            typing.remove(removed)
            input.current?.focus()
          }}
        />
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? list : undefined}
          aria-activedescendant={active === undefined ? undefined : `${list}-${at}`}
          aria-describedby={describedBy}
          value={typing.text}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={keys}
          onPaste={(event) => typing.paste(event)}
          onChange={(event) => {
            typing.type(event.target.value)
            show(true)
          }}
          onClick={() => show(true)}
          onBlur={() => {
            typing.end()
            show(false)
          }}
        />
      </Field>
      {shown.length > 0 && (
        <div
          ref={options}
          id={list}
          role="listbox"
          aria-label={label}
          className={`${menu.menu} ${style.suggested}`}
          onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
        >
          {shown.map((value, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its options.
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the option it is on.
            <div
              key={value}
              id={`${list}-${place}`}
              data-at={place}
              role="option"
              aria-selected={place === at}
              className={`${menu.item} ${place === at ? menu.on : ''}`}
              onPointerMove={() => setAt(place)}
              onClick={() => take(value)}
            >
              <span className="ell">{value}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
