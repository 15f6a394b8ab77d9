import { Check } from 'lucide-react'
import type { SecretCopied } from '../../host'
import style from './keys.module.css'
import { words } from './words'

/** Says what became of a copied value, and how long it stays on the clipboard. */
export function CopiedSecret({ copied }: { copied: '' | SecretCopied }) {
  return (
    <p className={`${style.copied} ${copied === 'no' ? 'fail' : 'ok'} fs12`} role="status">
      {(copied === 'stays' || copied === 'leaves') && <Check size={14} strokeWidth={1.5} aria-hidden="true" />}
      {copied !== '' && words.copied[copied]}
    </p>
  )
}
