import type { HostError } from '../host'
import { CopyButton } from './CopyButton'

interface CopyDetailsProps {
  error: HostError
  quiet?: boolean
  small?: boolean
}

/** Copies all details of an error. */
export function CopyDetails({ error, ...look }: CopyDetailsProps) {
  return <CopyButton label="Copy Details" text={error.details()} {...look} />
}
