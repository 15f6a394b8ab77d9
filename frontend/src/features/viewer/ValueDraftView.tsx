import { WrapText } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../commands/context'
import { isComposing, isMod, letterOf } from '../../lib/keys'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Segments } from '../../ui/Segments'
import { SmallIcon } from '../../ui/SmallIcon'
import { pathOf, readTree } from '../../ui/text/json'
import { noMatches } from '../../ui/text/search'
import style from './CellViewer.module.css'
import { LeafEditor } from './LeafEditor'
import { Title, type ViewProps } from './Title'
import { TreeView } from './TreeView'
import type { ValueDraft } from './typedValue'
import { ValueEditor } from './ValueEditor'
import { DraftFoot } from './ViewerFoot'
import { noteOf, notStaged } from './words'

/** An edited value: as text, or JSON in its tree, value by value. */
export function ValueDraftView(props: ViewProps & { draft: ValueDraft }) {
  const { viewer, mac, shown, draft, onLeave, panel, keys, drag, sizing } = props
  const registry = useRegistry()
  const wrap = useStore(viewer.store, (s) => s.wrap)
  const editsIn = useStore(viewer.store, (s) => s.editsIn)
  const node = useStore(viewer.store, (s) => s.node)
  const { fault, asking } = useStore(draft.store)
  const [place, setPlace] = useState('')
  const tree = draft.json && !draft.fragment && editsIn === 'tree' && !fault
  const note = noteOf(shown, true)
  const leave = () => {
    viewer.discard()
    panel.current?.focus()
  }
  const stage = () => {
    const staged = viewer.stage()
    if (staged) onLeave()
    return staged
  }
  const cancel = () => draft.cancel() && leave()
  /** A window command also applies to the text being typed, so the key is passed on. */
  const goesOn = (event: KeyboardEvent) => {
    const command = registry.ofField(event)
    const saves = command === 'changes.save' || command === 'changes.preview'
    if (saves && stage()) return
    if (command || (isMod(event, mac) && letterOf(event) === 'q')) viewer.rest()
  }
  keys.current = (event) => {
    if (event.defaultPrevented || isComposing(event.nativeEvent)) return
    const mod = isMod(event, mac)
    if (event.key === 'Escape') asking ? draft.keep() : cancel()
    else if (mod && event.key === 'Enter') stage()
    else return goesOn(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <header className={`row ${style.bar}`} {...drag}>
        <Title shown={shown} />
        {draft.json && !draft.fragment && (
          <Segments
            label="Edit as"
            small
            segments={[
              { value: 'text', title: 'Text' },
              { value: 'tree', title: 'Tree' },
            ]}
            value={tree ? 'tree' : 'text'}
            onValue={(way) => viewer.editIn(way)}
          />
        )}
        {!tree && <SmallIcon icon={WrapText} label="Wrap lines" on={wrap} onClick={() => viewer.toggleWrap()} />}
        {sizing}
      </header>
      {asking ? (
        <div className={style.note}>
          <Notice tone="warning">
            <div className="grow">{notStaged}</div>
            <AskButtons onKeep={() => draft.keep()} onDiscard={leave} />
          </Notice>
        </div>
      ) : (
        note && (
          <div className={style.note}>
            <Notice tone={note.tone}>
              <div className="grow sel-text">
                {note.strong !== '' && <span className="b">{note.strong}</span>} {note.text}
              </div>
            </Notice>
          </div>
        )
      )}
      {tree ? (
        <DraftTree
          draft={draft}
          name={shown.name}
          node={node}
          onNode={(to) => viewer.editNode(to)}
          onPlace={setPlace}
        />
      ) : (
        <ValueEditor
          draft={draft}
          label={`${shown.name}, editor`}
          wrap={wrap}
          within={panel}
          onCursor={(line, column) => setPlace(`Line ${count(line)}, column ${count(column)}`)}
        />
      )}
      <DraftFoot draft={draft} place={place} onCancel={cancel} onStage={stage} />
    </>
  )
}

function AskButtons({ onKeep, onDiscard }: { onKeep(): void; onDiscard(): void }) {
  return (
    <>
      <Button small dangerText onClick={onDiscard}>
        Discard
      </Button>
      <Button small onClick={onKeep}>
        Keep Editing
      </Button>
    </>
  )
}

interface DraftTreeProps {
  draft: ValueDraft
  name: string
  /** The edited value, -1 for none. */
  node: number
  onNode(node: number): void
  onPlace(path: string): void
}

/** The tree of the edited value. Values are edited in place, one at a time; the rest of the text does not change. */
function DraftTree({ draft, name, node, onNode, onPlace }: DraftTreeProps) {
  const { text } = useStore(draft.store)
  const tree = useMemo(() => readTree(text), [text])
  const [at, setAt] = useState(Math.max(0, node))
  const path = pathOf(tree, at, name)
  useEffect(() => onPlace(path), [onPlace, path])
  return (
    <TreeView
      label={`${name}, tree`}
      tree={tree}
      matches={noMatches}
      current={-1}
      begin={node}
      onNode={setAt}
      onEdit={onNode}
      edited={
        node >= 0
          ? {
              node,
              editor: (
                <LeafEditor
                  label={pathOf(tree, node, name)}
                  value={tree.raw(node)}
                  onCancel={() => onNode(-1)}
                  onDone={(value) => {
                    draft.replace(tree.starts[node] as number, tree.ends[node] as number, value)
                    onNode(-1)
                  }}
                />
              ),
            }
          : null
      }
    />
  )
}
