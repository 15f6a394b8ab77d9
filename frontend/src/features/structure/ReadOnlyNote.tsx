import { Lock } from 'lucide-react'
import { withTip } from '../../ui/tips'

/** Says why nothing can be changed here, and how it can be. */
export function ReadOnlyNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <span className="readonlynote">
      <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
      <span {...withTip()}>{text}</span>
    </span>
  )
}
