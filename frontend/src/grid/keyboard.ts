import { type KeyInput, letterOf } from '../lib/keys'
import type { Bounds } from './selection'
import { clampPosition } from './selection'
import type { CopyFormat, Position } from './types'

/** What a key means while a cell has the focus. */
export type CellCommand =
  | { kind: 'move'; rows: number; columns: number; extend: boolean }
  | { kind: 'edge'; rows: number; columns: number; extend: boolean }
  | { kind: 'page'; direction: number; extend: boolean }
  | { kind: 'row'; extend: boolean }
  | { kind: 'pass'; rows: number }
  | { kind: 'all' }
  | { kind: 'open' }
  | { kind: 'edit'; text?: string }
  | { kind: 'delete' }
  | { kind: 'menu' }
  | { kind: 'narrow' }
  | { kind: 'copy'; format: CopyFormat }

/** What a key means while a head has the focus. */
export type HeadCommand =
  | { kind: 'move'; columns: number }
  | { kind: 'edge'; columns: number }
  | { kind: 'leave' }
  | { kind: 'sort'; add: boolean }
  | { kind: 'menu' }
  | { kind: 'resize'; by: number }
  | { kind: 'shift'; columns: number }
  | { kind: 'hideTip' }

/** How many px one key press widens a column. */
export const resizeStep = 8

const arrows: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
}

/** The command of a key on a cell; undefined leaves the key to the rest of the window. */
export function cellCommand(key: KeyInput, mac: boolean): CellCommand | undefined {
  const mod = mac ? key.metaKey : key.ctrlKey
  const otherMod = mac ? key.ctrlKey : key.metaKey
  if (otherMod) return undefined
  if (mod && letterOf(key) === 'c') return copyCommand(key, mac)
  if (key.altKey) return mod || key.shiftKey ? undefined : passCommand(key)
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey && !mod)) return { kind: 'menu' }
  return mod ? modCommand(key) : plainCommand(key, mac)
}

function copyCommand(key: KeyInput, mac: boolean): CellCommand | undefined {
  if (key.altKey && !(mac && !key.shiftKey)) return undefined
  return { kind: 'copy', format: key.shiftKey || key.altKey ? 'json' : 'tsv' }
}

/** Moving up or down while the selected rows stay selected. */
function passCommand(key: KeyInput): CellCommand | undefined {
  const rows = arrows[key.key]?.rows
  return rows ? { kind: 'pass', rows } : undefined
}

function modCommand(key: KeyInput): CellCommand | undefined {
  const extend = key.shiftKey
  const arrow = arrows[key.key]
  if (arrow) return { kind: 'edge', ...arrow, extend }
  if (key.key === 'Home') return { kind: 'edge', rows: -1, columns: -1, extend }
  if (key.key === 'End') return { kind: 'edge', rows: 1, columns: 1, extend }
  if (letterOf(key) === 'a' && !extend) return { kind: 'all' }
  return undefined
}

function plainCommand(key: KeyInput, mac: boolean): CellCommand | undefined {
  const extend = key.shiftKey
  const arrow = arrows[key.key]
  if (arrow) return { kind: 'move', ...arrow, extend }
  switch (key.key) {
    case 'Home':
      return { kind: 'edge', rows: 0, columns: -1, extend }
    case 'End':
      return { kind: 'edge', rows: 0, columns: 1, extend }
    case 'PageUp':
      return { kind: 'page', direction: -1, extend }
    case 'PageDown':
      return { kind: 'page', direction: 1, extend }
    case ' ':
      return { kind: 'row', extend }
    case 'Enter':
      return extend ? undefined : { kind: 'open' }
    case 'F2':
      return extend ? undefined : { kind: 'edit' }
    case 'Delete':
      return extend ? undefined : { kind: 'delete' }
    case 'Backspace':
      return mac && !extend ? { kind: 'delete' } : undefined
    case 'Escape':
      return { kind: 'narrow' }
    default:
      return undefined
  }
}

/**
 * The character that a key types, undefined for a key that types none or is part of a shortcut. AltGr and, on macOS,
 * Option type characters; a space selects the row.
 */
export function typedBy(key: KeyInput, altGr: boolean, mac: boolean): string | undefined {
  if (key.key === ' ' || [...key.key].length !== 1) return undefined
  if (altGr) return key.key
  return key.ctrlKey || key.metaKey || (key.altKey && !mac) ? undefined : key.key
}

/** The command of a key on a head; undefined leaves the key to the rest of the window. */
export function headCommand(key: KeyInput, mac: boolean): HeadCommand | undefined {
  const mod = mac ? key.metaKey : key.ctrlKey
  const columns = arrows[key.key]?.columns
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey)) return { kind: 'menu' }
  if (key.altKey) return columns && !mod ? { kind: 'resize', by: columns * resizeStep } : undefined
  if (key.key === 'Enter') return mod ? { kind: 'menu' } : { kind: 'sort', add: key.shiftKey }
  if (columns && mod && key.shiftKey) return { kind: 'shift', columns }
  if (columns) return mod ? { kind: 'edge', columns } : { kind: 'move', columns }
  if (mod) return undefined
  switch (key.key) {
    case ' ':
      return { kind: 'sort', add: key.shiftKey }
    case 'ArrowDown':
      return { kind: 'leave' }
    case 'Home':
      return { kind: 'edge', columns: -1 }
    case 'End':
      return { kind: 'edge', columns: 1 }
    case 'Escape':
      return { kind: 'hideTip' }
    default:
      return undefined
  }
}

/** The target of a movement command, kept within the bounds. */
export function target(
  from: Position,
  command: Extract<CellCommand, { kind: 'move' | 'edge' | 'page' }>,
  bounds: Bounds,
  rowsPerPage: number,
): Position {
  if (command.kind === 'page') {
    return clampPosition({ row: from.row + command.direction * rowsPerPage, column: from.column }, bounds)
  }
  const far = command.kind === 'edge'
  return clampPosition(
    {
      row: from.row + command.rows * (far ? bounds.rows : 1),
      column: from.column + command.columns * (far ? bounds.columns : 1),
    },
    bounds,
  )
}
