import { Check, CircleAlert, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Copied, copyText } from '../host'
import { Button } from './Button'

/** How long it is said that something was copied, in milliseconds. */
const shownFor = 1500

/** What became of a copy, "" before one and a moment after it. */
export type Copying = '' | 'Copied' | 'Not copied'

/** Copies a text, and says for a moment whether it did. */
export function useCopied(): [said: Copying, copy: (text: Copied) => Promise<void>] {
  const [said, say] = useState<Copying>('')
  useEffect(() => {
    if (said === '') return
    const over = setTimeout(() => say(''), shownFor)
    return () => clearTimeout(over)
  }, [said])
  return [said, async (text) => say((await copyText(text)) ? 'Copied' : 'Not copied')]
}

/** The sign of what became of a copy. */
export const copySigns = { '': Copy, Copied: Check, 'Not copied': CircleAlert }

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

/** A button that copies a text and says for a moment whether it did. */
export function CopyButton(props: CopyButtonProps) {
  const { label, text, sign = false, quiet = false, small = false, off = false, describedBy } = props
  const [said, copy] = useCopied()
  const Sign = copySigns[said]
  return (
    <Button
      quiet={quiet}
      small={small}
      off={off}
      aria-disabled={off || undefined}
      aria-describedby={describedBy}
      onClick={() => !off && void copy(text)}
    >
      {(sign || said !== '') && <Sign size={14} strokeWidth={1.5} aria-hidden="true" />}
      {said || label}
    </Button>
  )
}
