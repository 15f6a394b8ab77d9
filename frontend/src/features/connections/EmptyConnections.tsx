import { Plug } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { Empty, EmptyAfter } from '../../ui/Empty'
import { LinkButton } from '../../ui/LinkButton'
import { SampleButtons } from './SampleButtons'
import { useSaved } from './saved'
import { words } from './words'

/** Shown instead of the list before the first connection. `samples`: there is sample data for several databases. */
export function EmptyConnections({ samples }: { samples: boolean }) {
  const saved = useSaved()
  return (
    <Empty data-pane="list">
      <Plug size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{words.none}</h2>
      <p>{words.about}</p>
      <div className="row">
        <Button primary onClick={() => void saved.ports.choose()}>
          New Connection… <Hint of="connection.new" />
        </Button>
        <SampleButtons several={samples} />
      </div>
      <EmptyAfter className="fs11 t3">{words.aboutSample}</EmptyAfter>
      <div className="row g12 fs12">
        <LinkButton type="button" onClick={() => saved.library.open({ sheet: 'import' })}>
          Import Connections…
        </LinkButton>
        <LinkButton type="button" onClick={() => saved.library.open({ sheet: 'url', text: '' })}>
          Paste a Connection URL…
        </LinkButton>
      </div>
    </Empty>
  )
}
