import type { HostError } from '../host'

/** Copies everything that is known of an error. */
export function CopyDetails({ error, quiet = false }: { error: HostError; quiet?: boolean }) {
  return (
    <button
      type="button"
      className={`btn ${quiet ? 'quiet' : ''}`}
      onClick={() => void navigator.clipboard.writeText(error.details())}
    >
      Copy Details
    </button>
  )
}
