import type { HostError } from '../../host'

const titles: Partial<Record<HostError['kind'], string>> = {
  connect: 'The cluster cannot be reached',
  timeout: 'The cluster did not respond',
  tls: 'The certificate was refused',
  auth: 'You do not have permission to read these rows',
  refused: 'Not sent',
  crashed: 'The driver stopped',
  cancelled: 'Reading was cancelled',
}

/** What happened, as the title over an error. */
export function errorTitle(error: HostError): string {
  return titles[error.kind] ?? 'The server rejected the request'
}
