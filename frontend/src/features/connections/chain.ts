import type { Certificate, TLSReport } from '../../host'
import { counted } from '../../lib/words'
import { chainWords as words } from './sheetWords'

/** The verdict on one certificate: good, the cause of the failure, a possible cause, or not checked. */
export type Tone = 'ok' | 'fail' | 'warn' | 'none'

/** One certificate in the panel. */
export interface Link {
  subject: string
  about: string
  fingerprint: string
  verdict: string
  tone: Tone
}

/** The chain in the panel: the topmost certificate first, the server's own last. */
export interface Chain {
  title: string
  facts: string
  links: Link[]
  /** The result of the check, "" if a certificate in the chain shows the fault. */
  outcome: string
}

/** How many of a certificate's names are shown. */
const shownNames = 4

/** Describes the chain that a server presented; host is the one in the form. Null if nothing was presented. */
export function chainOf(report: TLSReport, host: string): Chain | null {
  if (report.chain.length === 0) return null
  return {
    title: words.title(report.address),
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
  const issuer = c.selfSigned ? words.selfSigned : words.issuedBy(c.issuer)
  const names = at === 0 ? namesOf(c) : ''
  const dates = at === 0 ? words.valid(day(c.notBefore), day(c.notAfter)) : words.validTo(day(c.notAfter))
  return [issuer, names, dates, c.key].filter((part) => part !== '').join('. ')
}

function namesOf(c: Certificate): string {
  if (c.names.length === 0) return words.noNames
  return words.names(c.names.slice(0, shownNames), c.names.length - shownNames)
}

function verdictOf(report: TLSReport, c: Certificate, at: number, host: string): [string, Tone] {
  if (c.fault !== '') return [faultOf(report, c, host), refuses(report, c) ? 'fail' : 'warn']
  if (at === 0 && report.hostMatches) return [words.matches, 'ok']
  const below = report.chain[at - 1]
  if (below && below.issuer !== c.subject) return [words.notIssuer, 'warn']
  if (c.selfSigned && !report.checked) return [words.notChecked, 'none']
  if (c.selfSigned && report.trusted) return [words.trusted, 'ok']
  return [words.chainValid, 'ok']
}

/** True if the fault of a certificate is why the connection was refused. */
function refuses(report: TLSReport, c: Certificate): boolean {
  return report.reason !== '' && c.fault === report.reason
}

function faultOf(report: TLSReport, c: Certificate, host: string): string {
  switch (c.fault) {
    case 'host-mismatch':
      return words.notFor(host)
    case 'expired':
      return words.expired(day(c.notAfter))
    case 'not-yet-valid':
      return words.notYet(day(c.notBefore))
    case 'unknown-authority':
      if (!c.selfSigned) return words.issuerNotTrusted
      return words.notIn(report.ownRoots)
    default:
      return words.otherUse
  }
}

function outcomeOf(report: TLSReport): string {
  if (report.reason !== '') return ''
  if (!report.checked) return words.unchecked
  return words.leadsTo(report.ownRoots)
}

/** A day in the format of the certificates' validity. */
export function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** A fingerprint, shortened to its two ends. */
export function shortFingerprint(sha256: string): string {
  const bytes = sha256.split(':')
  return bytes.length < 6 ? sha256 : `${bytes.slice(0, 4).join(':')}:…:${bytes.at(-1)}`
}
