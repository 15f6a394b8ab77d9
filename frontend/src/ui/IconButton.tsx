import { Toolbar } from '@base-ui/react/toolbar'
import { Tooltip } from '@base-ui/react/tooltip'
import type { LucideIcon } from 'lucide-react'
import { Key } from './Key'

interface IconButtonProps {
  icon: LucideIcon
  label: string
  mac?: string
  win?: string
  /** Whether what it shows and hides is shown; left out where it does something else. */
  on?: boolean
  onClick(): void
}

/** A button of a toolbar that is only a sign; its tooltip says its name and its key. */
export function IconButton({ icon: Icon, label, mac = '', win = '', on, onClick }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        delay={400}
        render={
          <Toolbar.Button
            type="button"
            className="btn quiet icon"
            aria-label={label}
            aria-expanded={on}
            onClick={onClick}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </Toolbar.Button>
        }
      />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="layer">
          <Tooltip.Popup className="tip">
            {label} {win !== '' && <Key mac={mac} win={win} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
