/** A slot whose index changed; -1 means that the slot is free. */
export interface LaneChange {
  slot: number
  index: number
}

/**
 * Maps the indexes that are drawn (rows or columns) to a small set of reused slots, so that scrolling by one index
 * changes one slot. Slots are never removed.
 */
export class Lanes {
  private readonly indexes: number[] = []
  private readonly slots = new Map<number, number>()

  /** The index of every slot, in slot order; -1 is a free slot. */
  get all(): readonly number[] {
    return this.indexes
  }

  /** The slot of an index, undefined if it is not drawn. */
  slotOf(index: number): number | undefined {
    return this.slots.get(index)
  }

  /** Draws the indexes from first to last, inclusive, and the kept ones outside of that range. Returns what changed. */
  update(first: number, last: number, keep: readonly number[]): LaneChange[] {
    const free = this.release(first, last, keep)
    const changes: LaneChange[] = []
    for (let index = first; index <= last; index++) this.assign(index, free, changes)
    for (const index of keep) this.assign(index, free, changes)
    for (const slot of free.toReversed()) {
      if (this.indexes[slot] === -1) continue
      this.indexes[slot] = -1
      changes.push({ slot, index: -1 })
    }
    return changes
  }

  private release(first: number, last: number, keep: readonly number[]): number[] {
    const free: number[] = []
    for (let slot = 0; slot < this.indexes.length; slot++) {
      const index = this.indexes[slot] as number
      if (index >= 0 && ((index >= first && index <= last) || keep.includes(index))) continue
      this.slots.delete(index)
      free.push(slot)
    }
    // The lowest index is assigned first, so that slots are in the order of their indexes except for one wrap: then few
    // elements have to move to be in order.
    return free.sort((a, b) => (this.indexes[b] as number) - (this.indexes[a] as number))
  }

  private assign(index: number, free: number[], changes: LaneChange[]): void {
    if (this.slots.has(index)) return
    const slot = free.pop() ?? this.indexes.length
    this.indexes[slot] = index
    this.slots.set(index, slot)
    changes.push({ slot, index })
  }
}
