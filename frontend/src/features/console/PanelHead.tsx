import { X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton'
import { Segments } from '../../ui/Segments'
import style from './console.module.css'
import { words } from './words'

/** What the pane next to the editor lists. */
export type Panel = 'history' | 'saved'

export interface PanelProps {
  onPanel(panel: Panel): void
  onClose(): void
}

/** The head of the pane next to the editor: which requests it lists. */
export function PanelHead({ panel, onPanel, onClose }: PanelProps & { panel: Panel }) {
  return (
    <div className={style.historyHead}>
      <Segments
        label={words.lists}
        small
        segments={[
          { value: 'history', title: words.history },
          { value: 'saved', title: words.saved },
        ]}
        value={panel}
        onValue={onPanel}
      />
      <span className="grow" />
      <IconButton icon={X} label={panel === 'history' ? words.closeHistory : words.closeSaved} onClick={onClose} />
    </div>
  )
}
