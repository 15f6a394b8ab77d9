import { KeyRound, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { useCommands, useFindField, useRegistry } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import type { CommandId } from '../../commands/table'
import type { KeyList } from '../../host'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import { Empty } from '../../ui/Empty'
import { ErrorCard } from '../../ui/ErrorCard'
import { FailureNotice, Notice } from '../../ui/Notice'
import { SearchField } from '../../ui/SearchField'
import { StatusLine } from '../../ui/StatusLine'
import { described } from '../../ui/tips'
import { AddKeySheet } from './AddKeySheet'
import { DeleteKey } from './DeleteKey'
import { KeyTable } from './KeyTable'
import style from './keys.module.css'
import { NewKeyAlert } from './NewKeyAlert'
import { ScopeSheet } from './ScopeSheet'
import { matching, mostShown } from './shown'
import type { KeysTab } from './tab'
import { words } from './words'

/** The keys of a server, and what can be done with them. */
export function KeysView({ tab }: { tab: KeysTab }) {
  const { list, error, adding, made, scoping, deletion } = useStore(tab.store)
  useCommands('keys', {
    'keys.add': { run: () => tab.openAdding(), reason: () => tab.reasonNot() },
    'keys.scope': { run: () => tab.openScoping(), reason: () => tab.reasonNotScoped() },
    'keys.edit': { run: () => undefined, reason: () => tab.reasonNotEdited() },
    'keys.delete': { run: () => void tab.askDeletion(), reason: () => tab.reasonNotDeleted() },
  })
  return (
    <section className={style.keys} aria-label={words.title} data-pane="keys">
      <Bar tab={tab} />
      {error && list && (
        <Banner tone="warning">
          <span className="grow ell">
            {words.stale} {error.message}
          </span>
          <CopyDetails error={error} quiet />
        </Banner>
      )}
      <div className={style.body}>{list ? <Keys tab={tab} list={list} /> : <Unread tab={tab} />}</div>
      <Status tab={tab} />
      {list && adding && <AddKeySheet tab={tab} form={list.form} adding={adding} />}
      {made && <NewKeyAlert tab={tab} made={made} />}
      {scoping && <ScopeSheet tab={tab} scoping={scoping} />}
      {deletion && <DeleteKey tab={tab} deletion={deletion} />}
    </section>
  )
}

function Bar({ tab }: { tab: KeysTab }) {
  const { list, filter } = useStore(tab.store)
  useStore(tab.face, (s) => s.sending)
  const field = useRef<HTMLInputElement>(null)
  useFindField(field)
  return (
    <div className={style.bar} role="toolbar" aria-label={words.title}>
      <h1>{list?.title ?? words.title}</h1>
      {list && <span className="t3 num">{list.keys.length}</span>}
      <span className={style.line} />
      <Tool of="keys.add" Icon={Plus} label="Add Key…" why={tab.reasonNot()} />
      {list?.scope && (
        <Tool of="keys.scope" Icon={KeyRound} label={`${list.scope.title}…`} why={tab.reasonNotScoped()} />
      )}
      <Tool of="keys.edit" Icon={Pencil} label="Edit" why={tab.reasonNotEdited()} />
      <Tool of="keys.delete" Icon={Trash2} label="Delete…" why={tab.reasonNotDeleted()} />
      <span className="grow" />
      <SearchField ref={field} label={words.filter} width={180} text={filter} onText={(text) => tab.setFilter(text)} />
    </div>
  )
}

interface ToolProps {
  of: CommandId
  Icon: LucideIcon
  label: string
  why: string
}

/** A button for a command, dimmed by the tab's own reason: a sheet over the tab would leave it dimmed. */
function Tool({ of, Icon, label, why }: ToolProps) {
  const registry = useRegistry()
  return (
    <Button small off={why !== ''} {...described(why || undefined)} onClick={() => registry.run(of)}>
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" /> {label} <Hint of={of} />
    </Button>
  )
}

function Keys({ tab, list }: { tab: KeysTab; list: KeyList }) {
  const { filter, said } = useStore(tab.store)
  const keys = matching(list.keys, filter)
  return (
    <>
      {said && (
        <div className={style.notice}>
          {said.error ? (
            <FailureNotice error={said.error}>
              <b>{said.title}</b>
            </FailureNotice>
          ) : (
            <Notice tone="ok">{said.title}</Notice>
          )}
        </div>
      )}
      {list.keys.length === 0 ? (
        <Empty>
          <h2>{words.none}</h2>
        </Empty>
      ) : (
        <KeyTable tab={tab} list={list} keys={keys} />
      )}
      {list.keys.length > 0 && keys.length === 0 && <p className={style.after}>{words.noMatch}</p>}
      {keys.length > mostShown && <p className={style.after}>{words.most(mostShown, keys.length)}</p>}
      <div className={style.notice}>
        <Notice tone="plain">
          <div className="grow">
            <b>{list.fixedTitle}</b> {list.fixedText}
          </div>
        </Notice>
      </div>
    </>
  )
}

/** Shown until there is a list. */
function Unread({ tab }: { tab: KeysTab }) {
  const error = useStore(tab.store, (s) => s.error)
  if (error) return <ErrorCard error={error} title={words.unread} label={words.unread} onRetry={() => tab.refresh()} />
  return (
    <p className={style.after} role="status">
      {words.loading}
    </p>
  )
}

function Status({ tab }: { tab: KeysTab }) {
  const list = useStore(tab.store, (s) => s.list)
  const expired = list?.keys.filter((key) => key.expired).length ?? 0
  return (
    <StatusLine aria-label={words.status(tab.session.name)} data-pane="status">
      {list && <span>{words.count(list.keys.length)}</span>}
      {expired > 0 && <span>{words.expired(expired)}</span>}
      <span className="grow" />
      {list && (
        <span className="t3">
          {list.source}, {list.millis} ms
        </span>
      )}
    </StatusLine>
  )
}
