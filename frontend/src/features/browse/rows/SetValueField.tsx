import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import menu from '../../../ui/Menu.module.css'
import { useOpenedOnce } from '../../../window/popup'
import style from './Menus.module.css'
import type { Setting } from './staging'

interface SetValueFieldProps {
  setting: Setting | null
  onClose(): void
}

/** Asks for a value of new rows that is not a field of their documents. */
export function SetValueField(props: SetValueFieldProps) {
  return useOpenedOnce(props.setting !== null) ? <Opened {...props} /> : null
}

function Opened({ setting, onClose }: SetValueFieldProps) {
  const { title = '', hint = '', x = 0, y = 0 } = setting ?? {}
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  return (
    <Popover.Root open={setting !== null} onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} anchor={anchor} side="bottom" align="start">
          <Popover.Popup className={`${menu.menu} ${style.setValue}`} aria-label={title} finalFocus={false}>
            {setting && <Field setting={setting} onClose={onClose} />}
            <p className="t3 fs11">{hint}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Field({ setting: { title, text, set }, onClose }: { setting: Setting; onClose(): void }) {
  const [typed, setTyped] = useState(text)
  return (
    <form
      className="row g4"
      onSubmit={(event) => {
        event.preventDefault()
        set(typed)
        onClose()
      }}
    >
      <TextField
        small
        className="grow"
        dir="auto"
        aria-label={title}
        placeholder={title}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" small>
        Set
      </Button>
    </form>
  )
}
