import { Lock } from 'lucide-react'

/** Says why nothing can be changed here, and how it can be. */
export function ReadOnlyNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <span className="readonlynote" title={text}>
      <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
      <span>{text}</span>
    </span>
  )
}
