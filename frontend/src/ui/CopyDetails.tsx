import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { HostError } from '../host'
import { copyText } from '../lib/clipboard'

/** Copies everything that is known of an error, and says for a moment that it did. */
export function CopyDetails({
  error,
  quiet = false,
  small = false,
}: {
  error: HostError
  quiet?: boolean
  small?: boolean
}) {
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
      onClick={() => void copyText(error.details()).then(setCopied)}
    >
      {copied && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
      {copied ? 'Copied' : 'Copy Details'}
    </button>
  )
}
