import { useRef } from 'react'
import { isComposing } from '../../lib/keys'
import { Field } from '../../ui/Field'
import { Segments } from '../../ui/Segments'
import { useDatePicker } from '../../ui/useDatePicker'
import { daysUntil, type Expiry, millisOf } from './expiry'
import style from './keys.module.css'
import { words } from './words'

const segments = [
  { value: 'never', title: 'Never' },
  { value: 'date', title: 'On a date' },
] as const

/** Never, or a date that can be picked. */
export function ExpiryField({ expiry, onExpiry }: { expiry: Expiry; onExpiry(expiry: Expiry): void }) {
  const { never, text } = expiry
  const field = useRef<HTMLInputElement>(null)
  const onText = (typed: string) => onExpiry({ never: false, text: typed })
  const picker = useDatePicker({ field, label: 'expiry', text, onText })
  const millis = millisOf(expiry)
  return (
    <div className={style.expiry}>
      <Segments
        small
        label="Expires"
        segments={segments}
        value={never ? 'never' : 'date'}
        onValue={(value) => onExpiry({ never: value === 'never', text })}
      />
      {!never && (
        <>
          <Field small bad={millis === undefined}>
            <input
              ref={field}
              aria-label="Expires on"
              aria-invalid={millis === undefined}
              value={text}
              autoComplete="off"
              spellCheck={false}
              {...picker.named}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={(event) => {
                if (isComposing(event.nativeEvent) || !picker.key(event)) return
                event.preventDefault()
                event.stopPropagation()
              }}
            />
            {picker.button()}
          </Field>
          {picker.calendar}
          <span className="t3 fs12">{millis === undefined ? words.noTime : words.inDays(daysUntil(millis ?? ''))}</span>
        </>
      )}
    </div>
  )
}
