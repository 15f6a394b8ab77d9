import { Maximize2, Minimize2, WrapText, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFindField } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import { Kind } from '../../lib/block'
import { isMod, letterOf } from '../../lib/keys'
import { count } from '../../lib/words'
import { FindInText } from '../../ui/FindField'
import { Notice } from '../../ui/Notice'
import { Segments } from '../../ui/Segments'
import { SmallIcon } from '../../ui/SmallIcon'
import { TextView } from '../../ui/TextView'
import { pathOf } from '../../ui/text/json'
import { useFind } from '../../ui/text/useFind'
import { described } from '../../ui/tips'
import { useCopy } from '../../window/messages'
import style from './CellViewer.module.css'
import { TreeView } from './TreeView'
import { useBox } from './useBox'
import { type Content, isBrief, type Shown, shownText, type Viewer, wayOf, waysOf } from './viewer'
import { clockWords, footOf, noteOf } from './words'

interface CellViewerProps {
  viewer: Viewer
  mac: boolean
  /** Where the cell stands in the window. */
  cellBox(row: number, column: number): DOMRect | undefined
  /** Gives the keyboard's focus back to the grid. */
  onLeave(): void
  panel: RefObject<HTMLElement | null>
}

/** The whole value of a cell, over the grid. It does not hold the focus: the arrows go on moving in the grid. */
export function CellViewer(props: CellViewerProps) {
  const shown = useStore(props.viewer.store, (s) => s.shown)
  return shown ? <Panel {...props} shown={shown} /> : null
}

function Panel({ viewer, mac, shown, cellBox, onLeave, panel }: CellViewerProps & { shown: Shown }) {
  const content = useStore(viewer.store, (s) => s.content)
  const chosen = useStore(viewer.store, (s) => s.way)
  const wrap = useStore(viewer.store, (s) => s.wrap)
  const [node, setNode] = useState(0)
  const [large, setLarge] = useState(false)
  const empty = content?.text === ''
  const { box, drag } = useBox(panel, shown, cellBox, content !== null && isBrief(content))
  const way = content ? wayOf(content, chosen) : 'text'
  const text = useMemo(() => (content ? shownText(content, way) : ''), [content, way])
  const find = useFind(text)
  const field = useRef<HTMLInputElement>(null)
  useFindField(field, panel)
  const copy = useCopy()
  const path = content?.tree && way === 'tree' ? pathOf(content.tree, node, shown.name) : shown.name
  const close = () => {
    viewer.close()
    onLeave()
  }
  const keys = (event: KeyboardEvent) => {
    const mod = isMod(event, mac)
    const selected = window.getSelection()?.isCollapsed === false
    if (event.key === 'Escape') close()
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
    <section
      ref={panel}
      className={`sheet viewer ${large ? 'large' : ''}`}
      role="dialog"
      aria-label={`Cell ${shown.name} of row ${count(shown.row + 1)}`}
      data-pane="viewer"
      tabIndex={-1}
      style={large ? undefined : box}
      onKeyDown={keys}
    >
      <header className="row viewerhead" {...drag}>
        <span className="b ell">{shown.name}</span>
        <span className="t3 fs12 ell">
          {shown.label}, {shown.type}
        </span>
        <span className="grow" />
        {content && waysOf(content.kind).length > 0 && (
          <Segments
            label="Show as"
            className="sm"
            segments={waysOf(content.kind).map(([value, title]) => ({ value, title }))}
            value={way}
            onValue={(w) => viewer.choose(w)}
          />
        )}
        <FindInText ref={field} label="Find" width={110} find={find} />
        {way !== 'tree' && (
          <SmallIcon icon={WrapText} label="Wrap lines" on={wrap} onClick={() => viewer.toggleWrap()} />
        )}
        <SmallIcon
          icon={large ? Minimize2 : Maximize2}
          label={large ? 'Restore size' : 'Fill the window'}
          onClick={() => setLarge(!large)}
        />
        <SmallIcon icon={X} label="Close" onClick={close} />
      </header>
      {content && <Note shown={shown} content={content} onAgain={() => void viewer.loadAgain()} />}
      {content?.tree && way === 'tree' ? (
        <TreeView
          key={`${shown.row} ${shown.column} ${content.text.length}`}
          label={`${shown.name}, tree`}
          tree={content.tree}
          matches={find.matches}
          current={find.current}
          onNode={setNode}
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
      <footer className="row viewerfoot">
        <span className="t3 fs12 ell grow" role="status">
          {footOf(shown, content)}
          {content && clockWords(shown, content) !== '' && ` · ${clockWords(shown, content)}`}
        </span>
        <button type="button" className="btn sm" {...described(path)} onClick={() => void copy(path)}>
          Copy Path
        </button>
        <button type="button" className="btn sm" onClick={() => void copy(content?.text ?? '')}>
          {shown.state === 'failed' ? 'Copy Fragment' : 'Copy'} <Hint of="edit.copy" />
        </button>
        <button type="button" className="btn sm" onClick={close}>
          Close <Hint of="dialog.cancel" />
        </button>
      </footer>
    </section>
  )
}

function Note({ shown, content, onAgain }: { shown: Shown; content: Content; onAgain(): void }) {
  const note = noteOf(shown, content)
  if (!note) return null
  return (
    <div className="viewernote">
      <Notice tone={note.tone}>
        <div className="grow sel-text">
          {note.strong !== '' && <span className="b">{note.strong}</span>} {note.text}
        </div>
        {shown.state === 'failed' && (
          <button type="button" className="btn sm" onClick={onAgain}>
            Load Again
          </button>
        )}
      </Notice>
    </div>
  )
}
