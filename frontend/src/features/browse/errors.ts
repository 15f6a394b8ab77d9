import type { Failure, HostError } from '../../host'

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

/** The request that the hint of a failure announces, "" where it announces none. */
export function remedy(failure: Failure): string {
  return failure.hint.endsWith(':') ? failure.detail : ''
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** An HTTP status with its words (RFC 9110, section 15), or alone where it has none here. */
export function statusText(status: number): string {
  const reason = reasons[status]
  return reason ? `${status} ${reason}` : String(status)
}
