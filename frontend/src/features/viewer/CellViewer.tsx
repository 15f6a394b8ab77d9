import { Lock, Maximize2, Minimize2, WrapText, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFindField } from '../../commands/context'
import { Kind } from '../../lib/block'
import { isMod, letterOf } from '../../lib/keys'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { FindInText } from '../../ui/FindField'
import { Notice } from '../../ui/Notice'
import { Segments } from '../../ui/Segments'
import { SheetFrame } from '../../ui/SheetParts'
import { SmallIcon } from '../../ui/SmallIcon'
import { TextView } from '../../ui/TextView'
import { pathOf } from '../../ui/text/json'
import { useFind } from '../../ui/text/useFind'
import { useCopy } from '../../window/messages'
import style from './CellViewer.module.css'
import { fragmentReason, loadingReason } from './reasons'
import { type CellViewerProps, type Keys, Title, type ViewProps } from './Title'
import { TreeView } from './TreeView'
import { useBox } from './useBox'
import { ValueDraftView } from './ValueDraftView'
import { ViewerFoot } from './ViewerFoot'
import { isBrief, type Shown, shownText, wayOf, waysOf } from './viewer'
import { noteOf } from './words'

/** The whole value of a cell, over the grid. It never has the focus: the arrow keys still move in the grid. */
export function CellViewer(props: CellViewerProps) {
  const shown = useStore(props.viewer.store, (s) => s.shown)
  return shown ? <Panel {...props} shown={shown} /> : null
}

function Panel({ viewer, mac, shown, cellBox, onLeave, panel }: CellViewerProps & { shown: Shown }) {
  const content = useStore(viewer.store, (s) => s.content)
  const draft = useStore(viewer.store, (s) => s.draft)
  const [large, setLarge] = useState(false)
  const { box, drag } = useBox(panel, shown, cellBox, content !== null && isBrief(content) && !draft)
  const keys = useRef<Keys>(undefined)
  const sized = {
    ...{ drag, keys },
    sizing: (
      <SmallIcon
        icon={large ? Minimize2 : Maximize2}
        label={large ? 'Restore size' : 'Fill the window'}
        onClick={() => setLarge(!large)}
      />
    ),
  }
  const props = { viewer, mac, shown, panel, content, onLeave, ...sized }
  return (
    <SheetFrame
      ref={panel}
      className={`${style.viewer} ${large ? style.large : ''}`}
      role="dialog"
      aria-label={`Cell ${shown.name} of row ${count(shown.row + 1)}`}
      data-pane="viewer"
      tabIndex={-1}
      style={large ? undefined : box}
      onKeyDown={(event) => keys.current?.(event)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) viewer.rest()
      }}
    >
      {draft && content ? <ValueDraftView {...props} draft={draft} /> : <ValueView {...props} />}
    </SheetFrame>
  )
}

/** A value that is only viewed. */
function ValueView({ viewer, mac, shown, content, onLeave, panel, keys, drag, sizing }: ViewProps) {
  const chosen = useStore(viewer.store, (s) => s.way)
  const wrap = useStore(viewer.store, (s) => s.wrap)
  const empty = content?.text === ''
  const way = content ? wayOf(content, chosen) : 'text'
  const text = useMemo(() => (content ? shownText(content, way) : ''), [content, way])
  const find = useFind(text)
  const field = useRef<HTMLInputElement>(null)
  useFindField(field, panel)
  const copy = useCopy()
  const why = viewer.whyNotEdited
  const cell = `${shown.row} ${shown.column}`
  const [chosenNode, setChosenNode] = useState({ cell, node: 0 })
  const node = chosenNode.cell === cell ? Math.min(chosenNode.node, (content?.tree?.count ?? 1) - 1) : 0
  const path = content?.tree && way === 'tree' ? pathOf(content.tree, node, shown.name) : shown.name
  const close = () => {
    viewer.close()
    onLeave()
  }
  const edit = () => viewer.edit()
  keys.current = (event) => {
    const mod = isMod(event, mac)
    const selected = window.getSelection()?.isCollapsed === false
    if (event.key === 'Escape') close()
    else if (event.key === 'F2' && why === '') edit()
    else if (
      mod &&
      !event.shiftKey &&
      letterOf(event) === 'c' &&
      !selected &&
      !(event.target instanceof HTMLInputElement)
    )
      void copy(way === 'tree' && content?.tree ? content.tree.raw(node) : text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <header className={`row ${style.bar}`} {...drag}>
        <Title shown={shown} />
        {content && waysOf(content.kind).length > 0 && (
          <Segments
            label="Show as"
            small
            segments={waysOf(content.kind).map(([value, title]) => ({ value, title }))}
            value={way}
            onValue={(w) => viewer.choose(w)}
          />
        )}
        <FindInText ref={field} label="Find" width={110} find={find} />
        {way !== 'tree' && (
          <SmallIcon icon={WrapText} label="Wrap lines" on={wrap} onClick={() => viewer.toggleWrap()} />
        )}
        {sizing}
        <SmallIcon icon={X} label="Close" onClick={close} />
      </header>
      {content && (
        <Note {...{ shown, editable: why === '' || why === fragmentReason }} onAgain={() => void viewer.loadAgain()} />
      )}
      {viewer.edits && why !== '' && why !== loadingReason && why !== fragmentReason && (
        <p className={style.why}>
          <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
          {why}
        </p>
      )}
      {content?.tree && way === 'tree' ? (
        <TreeView
          key={cell}
          label={`${shown.name}, tree`}
          tree={content.tree}
          matches={find.matches}
          current={find.current}
          onNode={(to) => setChosenNode({ cell, node: to })}
          onEdit={why === '' ? (which) => viewer.editNode(which) : undefined}
        />
      ) : empty ? (
        <p className={style.empty}>{content.kind === Kind.string ? 'Empty text' : text}</p>
      ) : (
        <TextView
          label={`${shown.name}, text`}
          text={text}
          language={way === 'text' && content?.tree ? 'json' : 'text'}
          tree={content?.tree}
          wrap={wrap}
          find={find}
        />
      )}
      <ViewerFoot {...{ viewer, shown, content, path, why }} onClose={close} onEdit={edit} />
    </>
  )
}

interface NoteProps {
  shown: Shown
  editable: boolean
  onAgain(): void
}

function Note({ shown, editable, onAgain }: NoteProps) {
  const note = noteOf(shown, editable)
  if (!note) return null
  return (
    <div className={style.note}>
      <Notice tone={note.tone}>
        <div className="grow sel-text">
          {note.strong !== '' && <span className="b">{note.strong}</span>} {note.text}
        </div>
        {shown.state === 'failed' && (
          <Button small onClick={onAgain}>
            Load Again
          </Button>
        )}
      </Notice>
    </div>
  )
}
