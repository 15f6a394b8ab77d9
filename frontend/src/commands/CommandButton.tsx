import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { useRegistry } from './context'
import { shownKeys } from './keys'
import { type CommandId, table } from './table'

interface CommandButtonProps {
  of: CommandId
  icon: LucideIcon
  /** Whether what it shows and hides is shown; left out where it does something else. */
  on?: boolean
}

/** A button of a toolbar that runs a command, or says why that cannot run; its tooltip shows title and key. */
export function CommandButton({ of, icon, on }: CommandButtonProps) {
  const registry = useRegistry()
  const label = table[of].title.replace(/…$/, '')
  return <IconButton icon={icon} label={label} {...shownKeys(of)} on={on} onClick={() => registry.run(of)} />
}
