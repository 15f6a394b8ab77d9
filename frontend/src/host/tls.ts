/** The result of a TLS handshake: the chain as the server presented it, its own certificate first. */
export interface TLSReport {
  address: string
  reason: '' | CertificateFault | 'handshake' | 'client-certificate-required' | 'protocol' | 'tls-version'
  version: string
  hostMatches: boolean
  /** True if the SSL mode checks the chain. */
  checked: boolean
  trusted: boolean
  /** True if the CA file's authorities are trusted instead of the system's. */
  ownRoots: boolean
  askedClient: boolean
  gaveClient: boolean
  chain: Certificate[]
}
export type CertificateFault =
  | 'unknown-authority'
  | 'host-mismatch'
  | 'expired'
  | 'not-yet-valid'
  | 'certificate-invalid'
export interface Certificate {
  subject: string
  issuer: string
  selfSigned: boolean
  /** RFC 3339. */
  notBefore: string
  notAfter: string
  names: string[]
  key: string
  /** 32 bytes in hexadecimal, with colons. */
  sha256: string
  fault: '' | CertificateFault
}

/** The lines about a handshake in Copy Details. */
export function tlsDetails(report: TLSReport | null): string[] {
  if (!report) return []
  const head = ['TLS', report.address, report.version, report.reason].filter((part) => part !== '').join(', ')
  return [head, ...report.chain.map(certificateDetails)]
}

function certificateDetails(c: Certificate, at: number): string {
  const fault = c.fault === '' ? '' : ` (${c.fault})`
  const names = c.names.length > 0 ? `, for ${c.names.join(' ')}` : ''
  return `${at + 1}. ${c.subject}${fault}, issued by ${c.issuer}${names}, valid ${c.notBefore} to ${c.notAfter}, ${c.key}, SHA-256 ${c.sha256}`
}
