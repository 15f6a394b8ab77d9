import type { Certificate, Database, TLSReport } from '../../host'
import { day, type Tone } from './chain'
import { type FormValues, labelOf } from './form'

/** What a button of the panel does: it sets a field, or lets the user choose its file. */
export type Act = { kind: 'set'; field: string; value: string; label: string } | { kind: 'file'; field: string }

/** A suggestion that would help, or would not. The bold part is a name from the form. */
export interface Help {
  tone: Tone
  /** Text before, strong and after. */
  words: [string, string, string]
  act: Act | null
}

const verifying = ['verify-ca', 'verify-identity']

/** What would help after a handshake that failed, the safest first. */
export function helpsOf(report: TLSReport, database: Database, form: FormValues): Help[] {
  const mode = form.values.ssl ?? ''
  switch (report.reason) {
    case 'unknown-authority':
      return [trust(report, database), anyCertificate(database), ...noUse(mode, mismatch(report), database)]
    case 'host-mismatch':
      return [otherHost(report), withoutName(report, database), anyCertificate(database)]
    case 'expired':
    case 'not-yet-valid':
      return [otherDates(report), anyCertificate(database), ...noUse(mode, 'it also checks the dates', database)]
    case 'certificate-invalid':
      return [
        plain('The server needs another certificate: this one isn’t valid for servers, or its issuer isn’t a CA.'),
        anyCertificate(database),
      ]
    case 'client-certificate-required':
      return [
        clientCertificate(report, mode, database),
        plain('Accepting any certificate would not help: the server refuses, not Quarry.'),
      ]
    default:
      return []
  }
}

function plain(text: string): Help {
  return { tone: 'none', words: [text, '', ''], act: null }
}

/** The last certificate in the chain, whose issuer is not trusted. */
function top(report: TLSReport): Certificate | undefined {
  return report.chain.find((c) => c.fault === 'unknown-authority') ?? report.chain.at(-1)
}

function fileOf(authority: string | undefined): string {
  return authority ? `${authority}'s certificate file` : 'its certificate file'
}

function trust(report: TLSReport, database: Database): Help {
  const c = top(report)
  const act: Act = { kind: 'file', field: 'caFile' }
  const label = labelOf(database, 'caFile')
  if (!c || c.selfSigned) return { tone: 'ok', words: [`Trust it: choose ${fileOf(c?.subject)} as `, label, '.'], act }
  const before = `Trust it: choose ${fileOf(c.issuer)}, which the server did not send, as `
  return { tone: 'ok', words: [before, label, '.'], act }
}

function anyCertificate(database: Database): Help {
  const mode = labelOf(database, 'ssl', 'required')
  return {
    tone: 'warn',
    words: ['Accept any certificate: ', mode, ` or ${labelOf(database, 'skipVerify')}.`],
    act: { kind: 'set', field: 'ssl', value: 'required', label: 'Set for This Connection' },
  }
}

function mismatch(report: TLSReport): string {
  return report.hostMatches ? 'the host name already matches' : 'the authority is not trusted either way'
}

/** Says why the less strict check would not help either. */
function noUse(mode: string, why: string, database: Database): Help[] {
  if (mode !== 'verify-identity') return []
  return [plain(`${labelOf(database, 'ssl', 'verify-ca')} would not help: ${why}.`)]
}

function otherHost(report: TLSReport): Help {
  const names = report.chain[0]?.names.slice(0, 3).join(', ') ?? ''
  if (names === '') return plain('The certificate has no host names. The server needs one that does.')
  return { tone: 'ok', words: ['Use a host name from its certificate: ', names, '.'], act: null }
}

function withoutName(report: TLSReport, database: Database): Help {
  const mode = labelOf(database, 'ssl', 'verify-ca')
  const roots = report.ownRoots ? 'your CA file' : 'an authority this system trusts'
  return {
    tone: report.ownRoots ? 'ok' : 'warn',
    words: ['Check the chain but not the name: ', mode, ` accepts any certificate that ${roots} signed.`],
    act: { kind: 'set', field: 'ssl', value: 'verify-ca', label: `Use ${mode}` },
  }
}

function otherDates(report: TLSReport): Help {
  const c = report.chain.find((each) => each.fault === report.reason)
  const clock = "or this computer's clock is wrong"
  if (!c) return plain(`The server needs another certificate, ${clock}.`)
  return report.reason === 'expired'
    ? plain(`The server needs a new certificate, ${clock}: ${c.subject} ended on ${day(c.notAfter)}.`)
    : plain(`The server's certificate is not valid yet, ${clock}: ${c.subject} begins on ${day(c.notBefore)}.`)
}

function clientCertificate(report: TLSReport, mode: string, database: Database): Help {
  const label = labelOf(database, 'certFile')
  if (!verifying.includes(mode)) {
    const modes = verifying.map((value) => labelOf(database, 'ssl', value)).join(' or ')
    return { tone: 'ok', words: ['The server asks for a client certificate: ', modes, ' can send one.'], act: null }
  }
  const before = report.gaveClient
    ? 'The server refused the client certificate: set '
    : 'Authenticate with a client certificate: set '
  return {
    tone: 'ok',
    words: [before, `${label} and ${labelOf(database, 'keyFile')}`, ' to a pair the server accepts.'],
    act: { kind: 'file', field: 'certFile' },
  }
}
