import type { Certificate, TLSReport } from '../../host'
import { counted } from '../../lib/words'

/** What is thought of one certificate: it is good, it is why nothing works, it would be, or nobody looked. */
export type Tone = 'ok' | 'fail' | 'warn' | 'none'

/** One certificate as the panel shows it. */
export interface Link {
  subject: string
  about: string
  fingerprint: string
  verdict: string
  tone: Tone
}

/** The chain as the panel shows it: the topmost certificate first, the server's own last. */
export interface Chain {
  title: string
  facts: string
  links: Link[]
  /** What the check led to, "" where a certificate says what is wrong. */
  outcome: string
}

/** How many names of a certificate are shown. */
const shownNames = 4

/** Words the chain that a server presented; host is what the form has for it. Null where nothing was presented. */
export function chainOf(report: TLSReport, host: string): Chain | null {
  if (report.chain.length === 0) return null
  return {
    title: `Certificates that ${report.address} presented`,
    facts: [report.version, counted(report.chain.length, 'certificate')].filter((part) => part !== '').join(', '),
    links: report.chain.map((c, at) => linkOf(report, c, at, host)).reverse(),
    outcome: outcomeOf(report),
  }
}

function linkOf(report: TLSReport, c: Certificate, at: number, host: string): Link {
  const [verdict, tone] = verdictOf(report, c, at, host)
  return { subject: c.subject, about: aboutOf(c, at), fingerprint: c.sha256, verdict, tone }
}

function aboutOf(c: Certificate, at: number): string {
  const issuer = c.selfSigned ? 'Self-signed' : `Issued by ${c.issuer}`
  const names = at === 0 ? namesOf(c) : ''
  const dates = at === 0 ? `Valid ${day(c.notBefore)} to ${day(c.notAfter)}` : `Valid to ${day(c.notAfter)}`
  return [issuer, names, dates, c.key].filter((part) => part !== '').join('. ')
}

function namesOf(c: Certificate): string {
  if (c.names.length === 0) return 'No names'
  const more = c.names.length - shownNames
  return `Names: ${c.names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function verdictOf(report: TLSReport, c: Certificate, at: number, host: string): [string, Tone] {
  if (c.fault !== '') return [faultOf(report, c, host), refuses(report, c) ? 'fail' : 'warn']
  if (at === 0 && report.hostMatches) return ['Name and dates match', 'ok']
  const below = report.chain[at - 1]
  if (below && below.issuer !== c.subject) return ['Did not issue the next certificate', 'warn']
  if (c.selfSigned && !report.checked) return ['Not checked', 'none']
  if (c.selfSigned && report.trusted) return ['Trusted', 'ok']
  return ['Chain valid', 'ok']
}

/** True where the fault of a certificate is why the connection was refused. */
function refuses(report: TLSReport, c: Certificate): boolean {
  return report.reason !== '' && c.fault === report.reason
}

function faultOf(report: TLSReport, c: Certificate, host: string): string {
  switch (c.fault) {
    case 'host-mismatch':
      return `Not for ${host}`
    case 'expired':
      return `Expired on ${day(c.notAfter)}`
    case 'not-yet-valid':
      return `Not valid before ${day(c.notBefore)}`
    case 'unknown-authority':
      if (!c.selfSigned) return 'Its issuer is not trusted'
      return report.ownRoots ? 'Not in the CA file' : 'Not in the system trust store'
    default:
      return 'Not valid for this use'
  }
}

function outcomeOf(report: TLSReport): string {
  if (report.reason !== '') return ''
  if (!report.checked) return 'The chain was not checked: this SSL mode accepts any certificate.'
  return `The chain leads to an authority of ${report.ownRoots ? 'the CA file' : 'the system trust store'}.`
}

/** Writes a day as the certificates' validity has it. */
export function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** A fingerprint of which only the ends are shown. */
export function shortFingerprint(sha256: string): string {
  const bytes = sha256.split(':')
  return bytes.length < 6 ? sha256 : `${bytes.slice(0, 4).join(':')}:…:${bytes.at(-1)}`
}
