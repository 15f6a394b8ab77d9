import { Lock } from 'lucide-react'
import { withTip } from '../../ui/tips'
import style from './structure.module.css'

/** Says why nothing can be changed here, and how to change it. */
export function ReadOnlyNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <span className={style.readOnly}>
      <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
      <span {...withTip()}>{text}</span>
    </span>
  )
}
