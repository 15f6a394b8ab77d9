import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isComposing } from '../../lib/keys'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import menu from '../../ui/Menu.module.css'
import styles from './Filter.module.css'
import type { Filtering } from './filter'
import { suggestedWords } from './words'

interface SuggestedProps {
  id: string
  column: string
  filtering: Filtering
}

/** The suggested values for a field, with their document counts. */
export function Suggested({ id, column, filtering }: SuggestedProps) {
  const { loading, found, error } = useStore(filtering.suggesting.store)
  const anchor = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const values = found?.values ?? []
  const said = found ? suggestedWords(values.length, found.more, found.estimated) : ''
  const close = () => filtering.suggesting.close()
  useEffect(() => {
    if (found) list.current?.focus()
  }, [found])
  const field = () => anchor.current?.parentElement?.querySelector<HTMLElement>('input, [role=combobox]') ?? true
  // The next key goes to the field, even before the list has vanished.
  const focusField = () => {
    const to = field()
    if (to !== true) to.focus()
  }
  const take = (text: string) => {
    focusField()
    filtering.take(text)
  }
  const keys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') setAt(Math.min(values.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else if (event.key === 'Enter' && values[at]) take(values[at].text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <span ref={anchor} className={styles.anchor} aria-hidden="true" />
      <Popover.Root
        open
        onOpenChange={(open, { reason }) => {
          if (open) return
          if (reason === 'escape-key') focusField()
          close()
        }}
      >
        <Popover.Portal>
          <Popover.Positioner className={menu.layer} anchor={anchor} side="bottom" align="start" sideOffset={2}>
            <Popover.Popup
              className={`${menu.menu} ${styles.suggested}`}
              aria-label={`Values of ${column}`}
              initialFocus={list}
              finalFocus={() => field() as HTMLElement}
            >
              <div
                ref={list}
                id={id}
                role="listbox"
                aria-label={`Values of ${column}, ${count(values.length)}`}
                aria-busy={loading}
                className={styles.items}
                tabIndex={0}
                aria-activedescendant={values[at] ? `${id}-${at}` : undefined}
                onKeyDown={keys}
              >
                {values.map((value, place) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys of its options.
                  // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the option it is on.
                  <div
                    key={value.text}
                    id={`${id}-${place}`}
                    role="option"
                    aria-selected={place === at}
                    className={`${menu.item} ${place === at ? menu.on : ''}`}
                    onPointerMove={() => setAt(place)}
                    onClick={() => take(value.text)}
                  >
                    <span className="ell" dir="auto">
                      {value.text === '' ? '(empty)' : value.text}
                    </span>
                    <span className={`t3 fs11 ${styles.count}`}>{count(value.count)}</span>
                  </div>
                ))}
              </div>
              {loading && (
                <p className={`row g6 ${styles.foot}`} role="status">
                  <span className="t3 fs11 grow">Loading the values of {column}…</span>
                  <Button small quiet onClick={close}>
                    Cancel
                  </Button>
                </p>
              )}
              {found && said !== '' && <p className={`t3 fs11 ${styles.foot}`}>{said}</p>}
              {error && (
                <div className={`${styles.refusal} ${styles.foot}`} role="alert">
                  <span className="grow sel-text">{error.failure.message}</span>
                  <CopyDetails error={error} quiet small />
                </div>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}
