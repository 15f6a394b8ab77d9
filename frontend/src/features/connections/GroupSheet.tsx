import { useRef, useState } from 'react'
import type { Connection } from '../../host'
import { TextField } from '../../ui/Field'
import { FormGrid } from '../../ui/Form'
import { SheetForm } from './SheetForm'
import { useSaved } from './saved'
import { sheetWords } from './sheetWords'
import { useTry } from './useTry'

/** Names a new group, or renames one. A connection that is waiting for the new group moves into it. */
export function GroupSheet({ group, taking }: { group: string; taking: Connection | null }) {
  const saved = useSaved()
  const [name, setName] = useState(group)
  const { error, busy, run } = useTry()
  const field = useRef<HTMLInputElement>(null)
  const title = group === '' ? 'New Group' : `Rename ${group}`
  const ready = name.trim() !== '' && !busy
  return (
    <SheetForm
      title={title}
      about={taking ? sheetWords.willBeAdded(taking.name) : undefined}
      width={420}
      initialFocus={field}
      error={error}
      submit={group === '' ? 'Add Group' : 'Rename'}
      ready={ready}
      onSubmit={() => void run(() => saved.library.nameGroup(group, name, taking))}
    >
      <FormGrid short>
        <label htmlFor="group-name">Name</label>
        <TextField
          ref={field}
          id="group-name"
          value={name}
          autoComplete="off"
          onFocus={(e) => e.target.select()}
          onChange={(e) => setName(e.target.value)}
        />
      </FormGrid>
    </SheetForm>
  )
}
