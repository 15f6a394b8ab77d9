import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Handlers } from '../../../commands/registry'
import { copiedAlone } from '../../../grid/clipboard'
import type { Grid } from '../../../grid/grid'
import { stretchesOf } from '../../../grid/selection'
import { sourceColumn } from '../../../grid/sheet'
import type { Column, Selection } from '../../../grid/types'
import { useMessages } from '../../../window/messages'
import type { Area, Settable } from '../../edits/staging'
import type { RowsTab } from './rowsTab'

/** The possible indices for a new row, and where the menu opens. */
export interface Choosing {
  targets: readonly string[]
  x: number
  y: number
  pick(target: string): void
}

/** A value being set for the selected new rows, and where the question appears. */
export interface Setting extends Settable {
  x: number
  y: number
  set(text: string): void
}

/** Something that can be staged for the selected cells or rows; why is '' if it can. */
export interface StagingAct {
  why(): string
  run(): void
}

/** What commands stage in the currently selected cells or rows. */
export interface RowsStaging {
  readonly add: StagingAct
  readonly duplicate: StagingAct
  readonly remove: StagingAct
  readonly setNull: StagingAct
  readonly removeField: StagingAct
  readonly fill: StagingAct
  readonly discardCells: StagingAct
  readonly discardRows: StagingAct
  paste(selection: Selection, text: string): void
  /** How many rows are selected. */
  rows(): number
  choosing: Choosing | null
  endChoice(): void
  /** The values that can be set for the selected rows, if all of them are new. */
  settable(): readonly Settable[]
  /** Asks for the value. */
  ask(settable: Settable): void
  setting: Setting | null
  endSetting(): void
}

/** What can be staged in a grid's rows. */
export function useStaging(tab: RowsTab, grid: { current: Grid | null }, columns: readonly Column[]): RowsStaging {
  const messages = useMessages()
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const [setting, setSetting] = useState<Setting | null>(null)
  const { staging } = tab
  const area = () => areaOf(grid.current?.selection, columns)
  const told = async (work: Promise<string>) => messages.tell(await work)
  /** Stages rows and goes to the first of them once it is drawn. */
  const goTo = (stage: () => string | undefined) => {
    let key: string | undefined
    flushSync(() => {
      key = stage()
    })
    const row = key ? tab.shown.getState().pages?.rowOf(key) : undefined
    if (row === undefined) return
    grid.current?.goTo(row, typable(columns, grid.current.selection.focus.column))
    grid.current?.focus()
  }
  /** Stages in the only index, or in the chosen one. */
  const within = (targets: readonly string[], stage: (target: string) => string | undefined) => {
    if (targets.length < 2) return goTo(() => stage(targets[0] ?? ''))
    const pick = (target: string) => goTo(() => stage(target))
    setChoosing({ targets, ...belowFocus(grid.current), pick })
  }
  return {
    choosing,
    endChoice: () => {
      setChoosing(null)
      grid.current?.focus()
    },
    settable: () => staging.settable(area().rows),
    ask: (settable) => {
      const { rows } = area()
      const set = (text: string) => staging.set(rows, settable.column, text)
      setSetting({ ...settable, ...belowFocus(grid.current), set })
    },
    setting,
    endSetting: () => {
      setSetting(null)
      grid.current?.focus()
    },
    rows: () => area().rows.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0),
    add: {
      why: () => staging.whyNotAdded(),
      run: () => within(staging.targets, (target) => staging.add(target)),
    },
    duplicate: {
      why: () => staging.whyNotDuplicated(area().rows),
      run: () => within(staging.choices(area().rows), (target) => staging.duplicate(area().rows, target)[0]),
    },
    remove: {
      why: () => staging.whyNotRemoved(area().rows),
      run: () => void told(staging.remove(area().rows)),
    },
    setNull: {
      why: () => staging.whyNotNull(area()),
      run: () => void told(staging.setNull(area())),
    },
    removeField: {
      why: () => staging.whyNotWithout(area()),
      run: () => void told(staging.removeField(area())),
    },
    fill: {
      why: () => staging.whyNotFilled(area()),
      run: () => void told(staging.fill(area())),
    },
    discardCells: {
      why: () => staging.whyNotDiscarded(area(), true),
      run: () => staging.discard(area(), true),
    },
    discardRows: {
      why: () => staging.whyNotDiscarded(area(), false),
      run: () => staging.discard(area(), false),
    },
    paste: (selection, text) => void told(staging.paste(areaOf(selection, columns), text, copiedAlone(text))),
  }
}

/** The commands for staging. */
export function stagingCommands(acts: RowsStaging): Handlers {
  const command = ({ why, run }: StagingAct) => ({ run, reason: why })
  return {
    'row.add': command(acts.add),
    'row.duplicate': command(acts.duplicate),
    'row.delete': command(acts.remove),
    'row.revert': command(acts.discardRows),
    'cell.setNull': command(acts.setNull),
    'cell.removeField': command(acts.removeField),
    'cell.revert': command(acts.discardCells),
    'cells.fill': command(acts.fill),
  }
}

/** Where a question about the focused cell appears. */
function belowFocus(grid: Grid | null): { x: number; y: number } {
  const { row = 0, column = 0 } = grid?.selection.focus ?? {}
  const at = grid?.cellRect(row, column)
  return { x: at?.left ?? 0, y: at?.bottom ?? 0 }
}

/** The selection: for whole rows only the focused column. A table is pasted from the first column on. */
function areaOf(selection: Selection | undefined, columns: readonly Column[]): Area {
  if (!selection) return { rows: [{ top: 0, bottom: 0 }], columns: [] }
  const { range, focus, rows } = selection
  const all = columns.map((_, at) => sourceColumn(columns, at))
  const [left, right] = rows ? [focus.column, focus.column] : [range.left, range.right]
  return { rows: stretchesOf(selection), columns: all.slice(left, right + 1), onward: all.slice(range.left) }
}

/** The column where typing starts in a new row: the focused column or, if it is not part of the document, the first that is. */
function typable(columns: readonly Column[], focused: number): number {
  if (columns[focused]?.readOnly === false) return focused
  return Math.max(
    0,
    columns.findIndex(({ readOnly }) => !readOnly),
  )
}
