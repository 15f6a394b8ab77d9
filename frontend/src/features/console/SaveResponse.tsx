import { useState } from 'react'
import { type ConsoleResponse, toHostError } from '../../host'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../window/messages'
import style from './console.module.css'
import type { ConsoleTab } from './tab'
import { words } from './words'

/** Saves a whole response to a file: with the system's dialog or, without one, to a typed path. */
export function SaveResponse({ tab, response }: { tab: ConsoleTab; response: ConsoleResponse }) {
  const messages = useMessages()
  const [path, setPath] = useState('')
  const [asked, setAsked] = useState(false)
  const save = () =>
    tab.save(response, path).then(
      (saved) => {
        if (saved === '') return
        setAsked(false)
        messages.tell(words.savedTo(saved))
      },
      (cause: unknown) => messages.tell(toHostError(cause).message),
    )
  if (!asked) {
    return (
      <Button small onClick={() => (tab.dialogs ? void save() : setAsked(true))}>
        {words.saveAll}
      </Button>
    )
  }
  return (
    <form
      className={style.saving}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        small
        aria-label={words.pathLabel}
        value={path}
        // The button that was pressed made way for it.
        autoFocus
        onChange={(event) => setPath(event.target.value)}
      />
      <Button type="submit" small>
        Save
      </Button>
    </form>
  )
}
