// SPEC: CON-12, CON-13, CON-17
import { describe, expect, it } from 'vitest'
import type { Certificate, Database, TLSReport } from '../../host'
import { HostError } from '../../host'
import { chainOf, shortFingerprint } from './chain'
import type { FormValues } from './form'
import { helpsOf } from './helps'

const sha256 = Array.from({ length: 32 }, (_, i) => (i + 16).toString(16).toUpperCase()).join(':')

function certificate(part: Partial<Certificate>): Certificate {
  return {
    subject: 'Harbour Root',
    issuer: 'Harbour Root',
    selfSigned: part.subject === undefined,
    notBefore: '2026-01-09T12:00:00Z',
    notAfter: '2034-03-14T12:00:00Z',
    names: [],
    key: 'RSA 2048',
    sha256: `${part.subject ?? 'root'}`,
    fault: '',
    ...part,
  }
}

const root = certificate({})
const middle = certificate({ subject: 'Harbour Issuing', issuer: 'Harbour Root' })
const leaf = certificate({ subject: 'node', issuer: 'Harbour Issuing', names: ['node.example', '*.node.example'] })

function report(part: Partial<TLSReport>): TLSReport {
  return {
    address: 'node.example:9243',
    reason: '',
    version: 'TLS 1.3',
    hostMatches: true,
    checked: true,
    trusted: false,
    ownRoots: false,
    askedClient: false,
    gaveClient: false,
    chain: [leaf, middle, root],
    ...part,
  }
}

const refused = report({
  reason: 'unknown-authority',
  chain: [leaf, middle, { ...root, fault: 'unknown-authority' }],
})

const verdicts = (r: TLSReport) => chainOf(r, 'other.example')?.links.map((l) => `${l.verdict} (${l.tone})`)

describe('the chain', () => {
  it('stands from the top to the certificate of the server, with what each is', () => {
    const chain = chainOf(refused, 'node.example')
    expect(chain?.title).toBe('Certificates that node.example:9243 presented')
    expect(chain?.facts).toBe('TLS 1.3, 3 certificates')
    expect(chain?.links.map((l) => [l.subject, l.about])).toEqual([
      ['Harbour Root', 'Self-signed. Valid to 14 Mar 2034. RSA 2048'],
      ['Harbour Issuing', 'Issued by Harbour Root. Valid to 14 Mar 2034. RSA 2048'],
      [
        'node',
        'Issued by Harbour Issuing. Names: node.example, *.node.example. Valid 9 Jan 2026 to 14 Mar 2034. RSA 2048',
      ],
    ])
  })

  it('is nothing where nothing was presented', () => {
    expect(chainOf(report({ chain: [] }), 'x')).toBeNull()
  })

  const late: Certificate = { ...leaf, fault: 'expired' }
  const other: Certificate = { ...leaf, fault: 'host-mismatch' }
  const lone: Certificate = { ...leaf, fault: 'unknown-authority' }
  it.each<[string, TLSReport, string[]]>([
    [
      'an authority that is not known',
      refused,
      ['Not in the system trust store (fail)', 'Chain valid (ok)', 'Name and dates match (ok)'],
    ],
    [
      'the same with a CA file',
      { ...refused, ownRoots: true },
      ['Not in the CA file (fail)', 'Chain valid (ok)', 'Name and dates match (ok)'],
    ],
    [
      'an issuer that was not sent',
      report({ reason: 'unknown-authority', chain: [lone] }),
      ['Its issuer is not trusted (fail)'],
    ],
    [
      'another host',
      report({ reason: 'host-mismatch', hostMatches: false, trusted: true, chain: [other, middle] }),
      ['Chain valid (ok)', 'Not for other.example (fail)'],
    ],
    [
      'an end that is past',
      report({ reason: 'expired', chain: [late, middle] }),
      ['Chain valid (ok)', 'Expired on 14 Mar 2034 (fail)'],
    ],
    [
      'faults that the mode does not mind',
      report({ checked: false, hostMatches: false, chain: [other, middle, root] }),
      ['Not checked (none)', 'Chain valid (ok)', 'Not for other.example (warn)'],
    ],
    [
      'a chain that is trusted',
      report({ trusted: true }),
      ['Trusted (ok)', 'Chain valid (ok)', 'Name and dates match (ok)'],
    ],
    [
      'an order that is none',
      report({ trusted: true, chain: [leaf, root, middle] }),
      [
        'Did not issue the next certificate (warn)',
        'Did not issue the next certificate (warn)',
        'Name and dates match (ok)',
      ],
    ],
  ])('says of %s what is right and wrong', (_, given, want) => {
    expect(verdicts(given)).toEqual(want)
  })

  it.each<[string, TLSReport, string]>([
    ['a refusal', refused, ''],
    [
      'a mode that checks nothing',
      report({ checked: false }),
      'The chain was not checked: this SSL mode accepts any certificate.',
    ],
    [
      'the trust store of the system',
      report({ trusted: true }),
      'The chain ends at an authority in the system trust store.',
    ],
    ['a CA file', report({ trusted: true, ownRoots: true }), 'The chain ends at an authority in the CA file.'],
  ])('ends with what came of it: %s', (_, given, want) => {
    expect(chainOf(given, 'x')?.outcome).toBe(want)
  })

  it('counts the names that it does not show', () => {
    const many = certificate({ subject: 'many', names: ['a', 'b', 'c', 'd', 'e', 'f'] })
    expect(chainOf(report({ chain: [many] }), 'x')?.links[0]?.about).toContain('Names: a, b, c, d and 2 more.')
  })

  it('shows the ends of a fingerprint', () => {
    expect(shortFingerprint(sha256)).toBe('10:11:12:13:…:2F')
  })

  it('is part of the details that are copied', () => {
    const failure = {
      kind: 'tls',
      message: 'refused',
      hint: '',
      code: '',
      detail: '',
      op: '',
      status: 0,
      tls: refused,
    } as const
    expect(new HostError(failure).details().split('\n')).toEqual([
      'refused',
      'TLS, node.example:9243, TLS 1.3, unknown-authority',
      '1. node, issued by Harbour Issuing, for node.example *.node.example, valid 2026-01-09T12:00:00Z to 2034-03-14T12:00:00Z, RSA 2048, SHA-256 node',
      '2. Harbour Issuing, issued by Harbour Root, valid 2026-01-09T12:00:00Z to 2034-03-14T12:00:00Z, RSA 2048, SHA-256 Harbour Issuing',
      '3. Harbour Root (unknown-authority), issued by Harbour Root, valid 2026-01-09T12:00:00Z to 2034-03-14T12:00:00Z, RSA 2048, SHA-256 root',
    ])
  })
})

const database = {
  tabs: [
    {
      id: 'general',
      fields: [
        {
          id: 'ssl',
          label: 'SSL Mode',
          options: [
            { value: 'required', label: 'Required (skip verify)' },
            { value: 'verify-ca', label: 'Verify CA' },
            { value: 'verify-identity', label: 'Verify Identity' },
          ],
        },
      ],
    },
    {
      id: 'network',
      fields: [
        { id: 'caFile', label: 'CA Certificate', options: [] },
        { id: 'certFile', label: 'Client Certificate', options: [] },
        { id: 'keyFile', label: 'Client Key', options: [] },
        { id: 'skipVerify', label: 'Skip TLS Verification', options: [] },
      ],
    },
  ],
} as unknown as Database

const helps = (given: TLSReport, mode: string) =>
  helpsOf(given, database, { values: { ssl: mode } } as unknown as FormValues).map((h) => h.words.join(''))

const any = 'Accept any certificate: Required (skip verify) or Skip TLS Verification.'

describe('what would help', () => {
  it.each<[string, TLSReport, string, string[]]>([
    [
      'an authority that is not known',
      refused,
      'verify-identity',
      [
        "Trust it: choose Harbour Root's certificate file as CA Certificate.",
        any,
        'Verify CA would not help: the host name already matches.',
      ],
    ],
    [
      'the same under the laxer check',
      refused,
      'verify-ca',
      ["Trust it: choose Harbour Root's certificate file as CA Certificate.", any],
    ],
    [
      'an issuer that was not sent',
      report({ reason: 'unknown-authority', hostMatches: false, chain: [{ ...leaf, fault: 'unknown-authority' }] }),
      'verify-identity',
      [
        "Trust it: choose Harbour Issuing's certificate file, which the server did not send, as CA Certificate.",
        any,
        'Verify CA would not help: the authority is not trusted either way.',
      ],
    ],
    [
      'another host, with a CA file',
      report({ reason: 'host-mismatch', ownRoots: true, hostMatches: false }),
      'verify-identity',
      [
        'Use a host name from its certificate: node.example, *.node.example.',
        'Check the chain but not the name: Verify CA accepts any certificate that your CA file signed.',
        any,
      ],
    ],
    [
      'an end that is past',
      report({ reason: 'expired', chain: [{ ...leaf, fault: 'expired' }] }),
      'verify-ca',
      ["The server needs a new certificate, or this computer's clock is wrong: node ended on 14 Mar 2034.", any],
    ],
    [
      'a missing client certificate under a mode that can send one',
      report({ reason: 'client-certificate-required', askedClient: true }),
      'verify-ca',
      [
        'Authenticate with a client certificate: set Client Certificate and Client Key to a pair the server accepts.',
        'Accepting any certificate would not help: the server refuses, not Quarry.',
      ],
    ],
    [
      'a missing client certificate under a mode that sends none',
      report({ reason: 'client-certificate-required', askedClient: true, checked: false }),
      'required',
      [
        'The server asks for a client certificate: Verify CA or Verify Identity can send one.',
        'Accepting any certificate would not help: the server refuses, not Quarry.',
      ],
    ],
    ['nothing where nothing failed', report({ trusted: true }), 'verify-ca', []],
  ])('is told for %s', (_, given, mode, want) => {
    expect(helps(given, mode)).toEqual(want)
  })

  it('never sets a host that a stranger named, and offers to accept anything as a warning', () => {
    const list = helpsOf(report({ reason: 'host-mismatch', hostMatches: false }), database, {
      values: { ssl: 'verify-identity' },
    } as unknown as FormValues)
    expect(list.map((h) => [h.tone, h.act && 'value' in h.act ? h.act.value : ''])).toEqual([
      ['ok', ''],
      ['warn', 'verify-ca'],
      ['warn', 'required'],
    ])
  })
})
