import type { LucideIcon } from 'lucide-react'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { described } from '../ui/tips'
import { useRegistry } from './context'
import { Hint } from './Hint'
import { shownKeys } from './keys'
import { type CommandId, table } from './table'

interface CommandButtonProps {
  of: CommandId
  icon: LucideIcon
  /** For a toggle button: whether what it toggles is shown. Omitted for other buttons. */
  on?: boolean
}

/** A toolbar button that runs a command, or says why it cannot run; its tooltip shows title and key. */
export function CommandButton({ of, icon, on }: CommandButtonProps) {
  const registry = useRegistry()
  const label = table[of].title.replace(/…$/, '')
  return <IconButton icon={icon} label={label} {...shownKeys(of)} on={on} onClick={() => registry.run(of)} />
}

/**
 * A text button that runs a command; if the command cannot run, the button is dimmed, and its tooltip or a press says
 * why.
 */
export function CommandWords({ of, label }: { of: CommandId; label: string }) {
  const registry = useRegistry()
  const reason = registry.reason(of)
  return (
    <Button small off={reason !== ''} {...described(reason || undefined)} onClick={() => registry.run(of)}>
      {label} <Hint of={of} />
    </Button>
  )
}
