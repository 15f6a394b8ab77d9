import { useRef, useState } from 'react'
import { Hint } from '../../commands/Hint'
import type { Connection } from '../../host'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { useSaved } from './saved'
import { useTry } from './useTry'

/** Names a new group, or an old one anew. A connection that waits for a new group goes into it. */
export function GroupSheet({ group, taking }: { group: string; taking: Connection | null }) {
  const saved = useSaved()
  const [name, setName] = useState(group)
  const { error, busy, run } = useTry()
  const field = useRef<HTMLInputElement>(null)
  const title = group === '' ? 'New Group' : `Rename ${group}`
  const ready = name.trim() !== '' && !busy
  return (
    <Sheet label={title} width={420} initialFocus={field} onClose={() => saved.close()}>
      <form
        className="connform"
        onSubmit={(e) => {
          e.preventDefault()
          if (ready) void run(() => saved.library.nameGroup(group, name, taking))
        }}
      >
        <header>
          <h1>{title}</h1>
          {taking && <p>{taking.name} will be added.</p>}
        </header>
        <div className="ct">
          <div className="form short">
            <label htmlFor="group-name">Name</label>
            <input
              ref={field}
              id="group-name"
              className="field"
              value={name}
              autoComplete="off"
              onFocus={(e) => e.target.select()}
              onChange={(e) => setName(e.target.value)}
            />
          </div>
          {error && <FailureNotice error={error} />}
        </div>
        <footer>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => saved.close()}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="submit" className={`btn primary ${ready ? '' : 'off'}`} aria-disabled={!ready}>
            {group === '' ? 'Add Group' : 'Rename'} <Hint of="dialog.confirm" />
          </button>
        </footer>
      </form>
    </Sheet>
  )
}
