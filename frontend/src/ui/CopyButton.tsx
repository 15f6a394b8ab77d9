import { Check, CircleAlert, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Copied, copyText } from '../host'
import { Button } from './Button'

/** How long the button says that something was copied, in milliseconds. */
const shownFor = 1500

/** The outcome of a copy, "" before it and again a moment later. */
export type Copying = '' | 'Copied' | 'Not copied'

/** Copies a text, and says for a moment whether that worked. */
export function useCopied(): [said: Copying, copy: (text: Copied) => Promise<void>] {
  const [said, say] = useState<Copying>('')
  useEffect(() => {
    if (said === '') return
    const over = setTimeout(() => say(''), shownFor)
    return () => clearTimeout(over)
  }, [said])
  return [said, async (text) => say((await copyText(text)) ? 'Copied' : 'Not copied')]
}

/** The icon for the outcome of a copy. */
export const copySigns = { '': Copy, Copied: Check, 'Not copied': CircleAlert }

interface CopyButtonProps {
  label: string
  text: string
  /** Whether it shows the copy icon before it copies. */
  sign?: boolean
  quiet?: boolean
  small?: boolean
  /** True if there is nothing to copy; describedBy is the id of the reason. */
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
