import { Check, CircleCheck, FileBadge, Minus, Shield, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { TLSReport } from '../../host'
import { Button } from '../../ui/Button'
import { copySigns, useCopied } from '../../ui/CopyButton'
import { Panel, PanelHead } from '../../ui/Panel'
import { withTip } from '../../ui/tips'
import { useFileDialog } from '../../window/files'
import style from './ChainPanel.module.css'
import { type Chain, chainOf, type Link, shortFingerprint, type Tone } from './chain'
import type { Editor } from './editor'
import { labelOf } from './form'
import type { Act, Help } from './helps'
import { sheetWords } from './sheetWords'

interface ChainPanelProps {
  report: TLSReport
  helps: Help[]
  editor: Editor
  /** The host in the form. */
  host: string
}

/** The certificate chain of the server, what failed in it, and which setting would help. */
export function ChainPanel({ report, helps, editor, host }: ChainPanelProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const chain = chainOf(report, host)
  if (!chain) return null
  return (
    <Panel ref={section} data-part="chain" className={style.chain} aria-label={chain.title}>
      <PanelHead>
        <Shield size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className="ell grow">{chain.title}</span>
        <span className="t3 fs11 nowrap">{chain.facts}</span>
      </PanelHead>
      <Links chain={chain} />
      {chain.outcome !== '' && <p className={`${style.chainend} fs12 t2`}>{chain.outcome}</p>}
      {helps.length > 0 && (
        <div className={`${style.chainend} fs12`}>
          <div className="b">{sheetWords.wouldHelp}</div>
          {helps.map((help) => (
            <HelpRow key={help.words.join('')} help={help} editor={editor} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function Links({ chain }: { chain: Chain }) {
  return (
    <ol className={style.certs}>
      {chain.links.map((link, depth) => (
        <li key={link.fingerprint} className={style.cert} style={{ '--depth': depth } as React.CSSProperties}>
          <FileBadge size={14} strokeWidth={1.5} aria-hidden="true" />
          <div className="grow sel-text">
            <div className="m fs12">{link.subject}</div>
            <div className="t3 fs11">{link.about}</div>
            <Fingerprint link={link} />
          </div>
          <span data-part="verdict" className={`${style.verdict} fs11 row g4 ${colours[link.tone]}`}>
            <Sign tone={link.tone} size={12} />
            <span>{link.verdict}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Fingerprint({ link }: { link: Link }) {
  const [said, copy] = useCopied()
  const what = `the SHA-256 fingerprint of ${link.subject}`
  const Icon = copySigns[said]
  return (
    <div className="t3 fs11 row g4">
      <span {...withTip(link.fingerprint)}>SHA-256 {shortFingerprint(link.fingerprint)}</span>
      <Button
        quiet
        className={style.mini}
        aria-label={`${said || 'Copy'} ${what}`}
        onClick={() => void copy(link.fingerprint)}
      >
        <Icon size={12} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </div>
  )
}

const colours: Record<Tone, string> = { ok: 'ok', fail: 'fail', warn: 'warn', none: 't3' }

function Sign({ tone, size, round = false }: { tone: Tone; size: number; round?: boolean }) {
  const Icon = { ok: round ? CircleCheck : Check, fail: X, warn: TriangleAlert, none: Minus }[tone]
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
}

function HelpRow({ help, editor }: { help: Help; editor: Editor }) {
  const [before, strong, after] = help.words
  return (
    <div data-part="help" className={`${style.help} row ${help.tone === 'none' ? 't3' : ''}`}>
      <span className={colours[help.tone]}>
        <Sign tone={help.tone} size={14} round />
      </span>
      <span className="grow">
        {before}
        {strong !== '' && <span className="m">{strong}</span>}
        {after}
      </span>
      {help.act && <ActButton act={help.act} editor={editor} />}
    </div>
  )
}

/** Applies the suggested setting. Without a system dialog, the user types the path into its field. */
function ActButton({ act, editor }: { act: Act; editor: Editor }) {
  const files = useFileDialog()
  const reveal = (value: string) => {
    // The button is removed with its panel: the field must exist before that, or the sheet takes the focus.
    flushSync(() => {
      if (value !== '') editor.set(act.field, value)
      editor.showField(act.field)
    })
    document.getElementById(`field-${act.field}`)?.focus()
  }
  const press = async () => {
    if (act.kind === 'set') return reveal(act.value)
    reveal(files.available ? await files.pick(labelOf(editor.database, act.field), 'certificate') : '')
  }
  const label = act.kind === 'set' ? act.label : files.available ? 'Choose File…' : 'Enter Path…'
  return (
    <Button small onClick={() => void press()}>
      {label}
    </Button>
  )
}
