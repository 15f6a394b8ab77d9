import {
  BookOpen,
  Copy,
  Ellipsis,
  History as HistorySign,
  type LucideIcon,
  Play,
  Square,
  Star,
  StepForward,
  Timer,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { act } from '../../commands/act'
import { CommandButton } from '../../commands/CommandButton'
import { useCommands, useRegistry } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import type { CommandId } from '../../commands/table'
import { toHostError } from '../../host'
import { isComposing, isMod } from '../../lib/keys'
import { scaled } from '../../lib/textSize'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { StatusLine } from '../../ui/StatusLine'
import { described } from '../../ui/tips'
import { MenuButton } from '../../window/MenuButton'
import { useCopy, useMessages } from '../../window/messages'
import { useMac } from '../../window/platform'
import { ConfirmWrite } from './ConfirmWrite'
import style from './console.module.css'
import { Editor } from './Editor'
import { History } from './History'
import type { Panel } from './PanelHead'
import { Result } from './Result'
import { SavedRequests } from './SavedRequests'
import { Splitter } from './Splitter'
import { split } from './split'
import { type Answered, outcomeOf } from './state'
import type { ConsoleTab } from './tab'
import { unsavedWords, words } from './words'

/** The width in px from which the response is next to the editor. */
const wideFrom = 1800

/** A console: the editor, the response, and a movable divider between them. */
export function ConsoleView({ tab }: { tab: ConsoleTab }) {
  const mac = useMac()
  const halves = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(false)
  const [panel, setPanel] = useState<Panel | ''>('')
  const [naming, setNaming] = useState(0)
  const part = useStore(split, (s) => s.share)
  const question = useStore(tab.store, (s) => s.question)
  useLayoutEffect(() => {
    const element = halves.current
    if (!element) return
    const size = new ResizeObserver(() => setWide(element.clientWidth >= scaled(wideFrom)))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  const messages = useMessages()
  const copy = useCopy()
  const tell = (cause: unknown) => messages.tell(toHostError(cause).message)
  const format = () => tab.format().then((changed) => messages.tell(changed ? '' : words.nothingToFormat), tell)
  const curl = () => tab.curl().then(copy, tell)
  const show = (shown: Panel | '') => {
    setNaming(0)
    setPanel(shown)
  }
  const pane = { onPanel: show, onClose: () => show('') }
  useCommands('console', {
    'console.run': () => tab.run(),
    'console.runAll': () => tab.runAll(),
    'console.profile': {
      run: () => tab.profile(),
      reason: () => (tab.session.profiles ? '' : words.cannotProfile),
    },
    'console.format': format,
    'console.copyCurl': curl,
    'console.docs': () =>
      tab.openDocumentation().then((known) => messages.tell(known ? '' : words.noDocumentation), tell),
    'console.history': () => show(panel === 'history' ? '' : 'history'),
    'console.saved': () => show(panel === 'saved' ? '' : 'saved'),
    'console.save': () => {
      setPanel('saved')
      setNaming(naming + 1)
    },
    'console.keepGoing': () => tab.keepGoing(!tab.store.getState().keepGoing),
    'console.stop': {
      run: () => tab.cancel(),
      reason: () => (tab.store.getState().running ? '' : words.idle),
    },
  })
  // In the capture phase: some controls prevent Enter with any modifier.
  const runKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || !isMod(event, mac)) return
    event.preventDefault()
    void (event.shiftKey ? tab.runAll() : tab.run())
  }
  const keys = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && event.key === 'Escape' && tab.escape()) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of everything inside.
    <div className={style.console} onKeyDownCapture={runKeys} onKeyDown={keys}>
      <Bar tab={tab} />
      <div className={style.main}>
        <div ref={halves} className={style.halves} data-wide={wide}>
          <div className={style.half} style={{ flex: `0 0 ${part}%` }}>
            <Editor key={tab.id} tab={tab} />
          </div>
          <Splitter wide={wide} />
          <div className={`${style.half} ${style.rest}`}>
            <Result tab={tab} />
          </div>
        </div>
        {panel === 'history' && <History tab={tab} {...pane} />}
        {panel === 'saved' && <SavedRequests tab={tab} naming={naming} {...pane} />}
      </div>
      <Status tab={tab} />
      {question && <ConfirmWrite tab={tab} plan={question} />}
    </div>
  )
}

/** The steps of moving the bar into its menu: first the switch, then the tools, then the other run commands. */
const mostInMenu = 3

/**
 * How much of a bar goes into its menu so that the rest fits. Measured again when the key, which describes its content,
 * changes.
 */
function useRoom(key: string) {
  const bar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ key, inMenu: 0 })
  const inMenu = room.key === key ? room.inMenu : 0
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    let width = element.clientWidth
    const size = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      setRoom({ key: '', inMenu: 0 })
    })
    size.observe(element)
    return () => size.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = bar.current
    if (element && element.scrollWidth > element.clientWidth && inMenu < mostInMenu)
      setRoom({ key, inMenu: inMenu + 1 })
  })
  return { bar, inMenu }
}

function Bar({ tab }: { tab: ConsoleTab }) {
  const registry = useRegistry()
  const running = useStore(tab.store, (s) => s.running !== null)
  const keepGoing = useStore(tab.store, (s) => s.keepGoing)
  const { current, requests } = useStore(tab.store, (s) => s.place)
  const several = requests > 1
  const { bar, inMenu } = useRoom(`${several} ${String(requests).length}`)
  const { profiles } = tab.session
  const item = (id: CommandId, why = '') => act(id, () => registry.run(id), { why })
  const going = keepGoing ? words.stopAtFailure : words.keepGoing
  const acts = [
    ...(inMenu > 2 ? [item('console.runAll'), item('console.profile', profiles ? '' : words.cannotProfile)] : []),
    ...(inMenu > 1 ? tools.map((id) => item(id)) : []),
    ...(inMenu > 0 && several
      ? [act('console.keepGoing', () => registry.run('console.keepGoing'), { title: going })]
      : []),
  ]
  return (
    <div ref={bar} className={style.bar} role="toolbar" aria-label="Console">
      <Button primary small off={running} onClick={() => void tab.run()}>
        <Play size={13} strokeWidth={1.75} aria-hidden="true" /> Run <Hint of="console.run" />
      </Button>
      {inMenu < 3 && (
        <>
          <Button small off={running} onClick={() => void tab.runAll()}>
            <StepForward size={13} strokeWidth={1.75} aria-hidden="true" /> Run All <Hint of="console.runAll" />
          </Button>
          <Button
            small
            off={running || !tab.session.profiles}
            onClick={() => registry.run('console.profile')}
            {...described(tab.session.profiles ? undefined : words.cannotProfile)}
          >
            <Timer size={13} strokeWidth={1.75} aria-hidden="true" /> Profile <Hint of="console.profile" />
          </Button>
        </>
      )}
      <Button quiet small off={!running} onClick={() => tab.cancel()}>
        <Square size={11} strokeWidth={1.75} aria-hidden="true" /> Stop <Hint of="console.stop" />
      </Button>
      {inMenu < 2 && (
        <>
          <span className={style.rule} />
          <Button quiet small onClick={() => registry.run('console.format')}>
            Format <Hint of="console.format" />
          </Button>
          <BarButton icon={Copy} label="Copy as cURL" onClick={() => registry.run('console.copyCurl')} />
          <BarButton icon={HistorySign} label="History" onClick={() => registry.run('console.history')} />
          <CommandButton of="console.docs" icon={BookOpen} />
        </>
      )}
      <span className="grow" />
      {several && (
        <>
          {inMenu < 1 && (
            <label className={style.keepGoing}>
              <input type="checkbox" checked={keepGoing} onChange={(event) => tab.keepGoing(event.target.checked)} />
              {words.keepGoing}
            </label>
          )}
          <span className="t2 num">{words.request(current, requests)}</span>
        </>
      )}
      {inMenu < 2 && (
        <BarButton icon={Star} label="Save Request…" onClick={() => registry.run('console.save')}>
          <Hint of="console.save" />
        </BarButton>
      )}
      {acts.length > 0 && (
        <MenuButton
          of={{ kind: 'line', name: words.moreTools, acts }}
          render={<Button quiet small />}
          aria-label={words.moreTools}
          data-tip={words.moreTools}
        >
          <Ellipsis size={13} strokeWidth={1.75} aria-hidden="true" />
        </MenuButton>
      )}
    </div>
  )
}

/** The bar's tools as menu items. */
const tools: CommandId[] = ['console.format', 'console.copyCurl', 'console.history', 'console.docs', 'console.save']

interface BarButtonProps {
  icon: LucideIcon
  label: string
  children?: ReactNode
  onClick(): void
}

/** A toolbar button that shrinks to its icon if space is short. */
function BarButton({ icon: Icon, label, children, onClick }: BarButtonProps) {
  return (
    <Button quiet small aria-label={label} data-tip={label} onClick={onClick}>
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" /> <span className={style.word}>{label}</span> {children}
    </Button>
  )
}

function Status({ tab }: { tab: ConsoleTab }) {
  const outcome = useStore(tab.store, outcomeOf)
  const unsaved = unsavedWords(useStore(tab.store, (s) => s.unsaved))
  return (
    <StatusLine aria-label="About this console">
      <span className={`ell ${style.unsaved}`} role="status">
        {outcome?.kind === 'response' && outcome.response.private ? words.private : unsaved}
      </span>
      {outcome?.kind === 'response' && <OnlyRead tab={tab} {...outcome} />}
      <span className="grow" />
      {outcome?.kind === 'response' && <span className="t3">{outcome.response.contentType || 'No content type'}</span>}
    </StatusLine>
  )
}

/** Says that a search's rows cannot be edited here, and where they can be. */
function OnlyRead({ tab, response, table }: { tab: ConsoleTab } & Pick<Answered, 'response' | 'table'>) {
  const rows = useStore(table.store, (s) => s.rows)
  if (response.doc === '' || rows === 0) return null
  const object = response.search.place === '' ? '' : table.common(response.search.place)
  return (
    <span className="t3 nowrap">
      {words.onlyRead}{' '}
      {object !== '' && (
        <LinkButton type="button" onClick={() => tab.openObject(object)}>
          {words.openToEdit(object)}
        </LinkButton>
      )}
    </span>
  )
}
