import { type LucideIcon, Minus, Pencil, Plus } from 'lucide-react'
import { Chip, type ChipLook } from '../../ui/Chip'
import type { Act } from './staged'

const looks: Record<Act, [LucideIcon, ChipLook]> = {
  '': [Pencil, 'edited'],
  create: [Plus, 'new'],
  delete: [Minus, 'deleted'],
}

/** What becomes of a row. */
export function ActChip({ act, children }: { act: Act; children: string }) {
  const [Icon, look] = looks[act]
  return (
    <Chip tone={look}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </Chip>
  )
}
