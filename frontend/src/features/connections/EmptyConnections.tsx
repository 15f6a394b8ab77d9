import { BookOpen, Plug } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { useSaved } from './saved'
import { words } from './words'

/** Shown in place of the list before the first connection. */
export function EmptyConnections() {
  const saved = useSaved()
  return (
    <div className="empty" data-pane="list">
      <Plug size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{words.none}</h2>
      <p>{words.about}</p>
      <div className="row">
        <Button primary onClick={() => void saved.ports.choose()}>
          New Connection… <Hint of="connection.new" />
        </Button>
        <Button onClick={() => void saved.ports.sample()}>
          <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
          Try with Sample Data
        </Button>
      </div>
      <p className="fs11 t3 after">{words.aboutSample}</p>
      <div className="row g12 fs12">
        <button type="button" className="link plain" onClick={() => saved.library.open({ sheet: 'import' })}>
          Import Connections…
        </button>
        <button type="button" className="link plain" onClick={() => saved.library.open({ sheet: 'url', text: '' })}>
          Paste a Connection URL…
        </button>
      </div>
    </div>
  )
}
