import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard'

/** How long it is said that something was copied, in milliseconds. */
const said = 1500

/** Copies a text, and says for a moment that it did. */
export function useCopied(): [copied: boolean, copy: (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(() => setCopied(false), said)
    return () => clearTimeout(over)
  }, [copied])
  return [copied, async (text) => setCopied(await copyText(text))]
}

interface CopyButtonProps {
  label: string
  text: string
  /** Whether it has the sign of copying, as long as it did not copy. */
  sign?: boolean
  quiet?: boolean
  small?: boolean
  /** True where there is nothing to copy; describedBy is the id of the reason. */
  off?: boolean
  describedBy?: string
}

/** A button that copies a text and says for a moment that it did. */
export function CopyButton(props: CopyButtonProps) {
  const { label, text, sign = false, quiet = false, small = false, off = false, describedBy } = props
  const [copied, copy] = useCopied()
  return (
    <button
      type="button"
      className={`btn ${quiet ? 'quiet' : ''} ${small ? 'sm' : ''} ${off ? 'off' : ''}`}
      aria-disabled={off || undefined}
      aria-describedby={describedBy}
      onClick={() => !off && void copy(text)}
    >
      {copied ? (
        <Check size={14} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        sign && <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
      )}
      {copied ? 'Copied' : label}
    </button>
  )
}
