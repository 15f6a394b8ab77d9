import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { HostError } from '../host'
import { copyText } from '../lib/clipboard'

interface Look {
  quiet?: boolean
  small?: boolean
}

/** Copies everything that is known of an error. */
export function CopyDetails({ error, ...look }: { error: HostError } & Look) {
  return <CopyButton text={error.details()} {...look} />
}

/** A Copy Details button, which says for a moment that it copied. */
export function CopyButton({ text, quiet = false, small = false }: { text: string } & Look) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(over)
  }, [copied])
  return (
    <button
      type="button"
      className={`btn ${quiet ? 'quiet' : ''} ${small ? 'sm' : ''}`}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {copied && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
      {copied ? 'Copied' : 'Copy Details'}
    </button>
  )
}
