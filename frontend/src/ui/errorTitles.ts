import type { HostError } from '../host'

/** What happened, by the kind of error. */
export type ErrorTitles = Partial<Record<HostError['kind'], string>>

const titles: ErrorTitles = {
  connect: 'Cannot reach the cluster',
  timeout: 'The cluster did not respond',
  tls: 'The certificate was refused',
  auth: 'You do not have permission',
  'not-found': 'Not found',
  refused: 'Not sent',
  invalid: 'Not sent',
  unsupported: 'Not available',
  crashed: 'The driver stopped',
  cancelled: 'Cancelled',
  internal: 'Something went wrong in Quarry',
}

/** The title of an error. A part of the window can have more specific titles. */
export function titleOfError(error: HostError, own: ErrorTitles = {}): string {
  const responded = error.failure.status >= 200 && error.failure.status < 300
  const other = responded ? 'The server did not respond as expected' : 'The server rejected the request'
  return own[error.kind] ?? titles[error.kind] ?? other
}
