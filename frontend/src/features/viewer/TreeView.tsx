import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { rem } from '../../lib/rem'
import { syntax } from '../../ui/code/syntax'
import { Key } from '../../ui/Key'
import { type JsonTree, Node } from '../../ui/text/json'
import type { Matches } from '../../ui/text/search'
import { TreeSign, treeKeys } from '../../ui/treeParts'
import { type ListHandle, rowStyle, VirtualList } from '../../ui/VirtualList'
import style from './TreeView.module.css'
import { openAtFirst, openTo, rowOf, rowText, visibleNodes } from './tree'

const rowHeight = 22

interface TreeViewProps {
  label: string
  tree: JsonTree
  matches: Matches
  current: number
  /** Another node was chosen. */
  onNode(node: number): void
  /** Edits the value of a node without members; without it nothing can be edited. */
  onEdit?(node: number): void
  /** The edited node, and the editor that replaces its value. */
  edited?: { node: number; editor: ReactNode } | null
  /** The root node. */
  begin?: number
}

/**
 * The nodes of a JSON text as a tree; only visible rows are drawn. Another text of the same value, such as the whole of
 * a cut one, keeps the focus: nodes are numbered in the order of the text.
 */
export function TreeView({ label, tree, matches, current, onNode, onEdit, edited, begin = 0 }: TreeViewProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openTo(tree, openAtFirst(tree), Math.max(0, begin)))
  const [chosen, setChosen] = useState(Math.max(0, begin))
  const node = Math.max(0, Math.min(chosen, tree.count - 1))
  const visible = useMemo(() => visibleNodes(tree, open), [tree, open])
  const list = useRef<ListHandle>(null)
  const id = useId()
  const found = useMemo(() => new Set([...matches.at].map((at) => tree.nodeAt(at))), [matches, tree])
  const hit = matches.at[current]
  const at = rowOf(visible, node)

  const go = (next: number) => {
    setChosen(next)
    onNode(next)
  }
  const goToRow = (row: number) => {
    const to = Math.min(Math.max(0, row), visible.length - 1)
    go(visible[to] ?? 0)
    list.current?.reveal(to)
  }
  const toggle = (which: number, wanted = !open.has(which)) => {
    const next = new Set(open)
    if (wanted) next.add(which)
    else next.delete(which)
    setOpen(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match alone moves the tree.
  useEffect(() => {
    if (hit === undefined) return
    const to = tree.nodeAt(hit)
    const opened = openTo(tree, open, to)
    setOpen(opened)
    go(to)
    list.current?.reveal(rowOf(visibleNodes(tree, opened), to))
  }, [hit, tree])

  const canEdit = (which: number) => onEdit !== undefined && !tree.isContainer(which) && tree.kinds[which] !== Node.rest
  const editing = edited !== undefined && edited !== null
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) list.current?.focus()
    wasEditing.current = editing
  }, [editing])

  const keys = (event: KeyboardEvent) => {
    if (editing) return
    const container = tree.isContainer(node) && (tree.sizes[node] as number) > 0
    const edit = () => canEdit(node) && onEdit?.(node)
    const parent = tree.parents[node] as number
    treeKeys(
      event,
      {
        ...{ row: at, count: visible.length, open: container ? open.has(node) : undefined },
        ...{ parent: parent >= 0 ? rowOf(visible, parent) : -1, goTo: goToRow, toggle: () => toggle(node) },
        onEnter: edit,
      },
      { F2: () => !container && edit() },
    )
  }

  return (
    <VirtualList
      ref={list}
      count={visible.length}
      rowHeight={rowHeight}
      label={label}
      role="tree"
      className={style.tree}
      active={{ row: at, id: `${id}-${visible[at]}` }}
      onKeyDown={keys}
    >
      {(row, top) => {
        const which = visible[row] as number
        return (
          <TreeRow
            key={which}
            id={`${id}-${which}`}
            tree={tree}
            node={which}
            top={top}
            open={open.has(which)}
            on={which === node}
            found={which === (hit === undefined ? -1 : tree.nodeAt(hit)) ? 'current' : found.has(which) ? 'match' : ''}
            onPick={() => go(which)}
            onToggle={() => toggle(which)}
            onEdit={canEdit(which) ? () => onEdit?.(which) : undefined}
            editor={edited?.node === which ? edited.editor : undefined}
          />
        )
      }}
    </VirtualList>
  )
}

interface TreeRowProps {
  id: string
  tree: JsonTree
  node: number
  top: number
  open: boolean
  on: boolean
  found: '' | 'match' | 'current'
  onPick(): void
  onToggle(): void
  onEdit: (() => void) | undefined
  editor: ReactNode
}

function TreeRow({ id, tree, node, top, open, on, found, onPick, onToggle, onEdit, editor }: TreeRowProps) {
  const { key, value, look: kind } = rowText(tree, node, open)
  const depth = tree.depth(node)
  const members = tree.isContainer(node) && (tree.sizes[node] as number) > 0
  const parent = tree.parents[node] as number
  const place = rowStyle(top)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the tree.
    <div
      id={id}
      className={`${place.className} ${style.row} ${on ? style.on : ''}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-expanded={members ? open : undefined}
      aria-selected={on}
      aria-posinset={(tree.places[node] as number) + 1}
      aria-setsize={parent >= 0 ? tree.sizes[parent] : 1}
      style={{ ...place.style, paddingLeft: rem(8 + depth * 18) }}
      onClick={onPick}
      onDoubleClick={members ? onToggle : onEdit}
    >
      <TreeSign open={members ? open : undefined} blank={style.nosign} onToggle={onToggle} />
      {key !== '' && (
        <span className="mono">
          <span className={syntax.key}>{key}</span>
          <span className={syntax.punctuation}>:</span>
        </span>
      )}
      {editor !== undefined ? (
        editor
      ) : found === '' ? (
        <span className={`mono ell ${kind}`}>{value}</span>
      ) : (
        <mark className={`mono ell ${style.match}`} data-current={found === 'current' ? '' : undefined}>
          {value}
        </mark>
      )}
      {on && onEdit && editor === undefined && (
        <button type="button" className={style.edit} tabIndex={-1} onClick={onEdit}>
          Edit <Key mac="↩" win="Enter" />
        </button>
      )}
    </div>
  )
}
