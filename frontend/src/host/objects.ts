/** A kind of objects, as the driver describes it. */
export interface ObjectKind {
  id: string
  /** Inside a sentence. */
  title: string
  plural: string
  icon: 'table' | 'layers' | 'link'
  /** Whether the engine's list has them: always, with the switch for aliases and the like, or never. */
  listed: 'always' | 'also' | ''
  /** Whether it refers to other objects. */
  refers: boolean
}

/** The kind of an object; of one that the driver does not describe, no more is known than its id. */
export function objectKindOf({ kinds }: { kinds: readonly ObjectKind[] }, id: string): ObjectKind {
  const unknown: ObjectKind = { id, title: id, plural: id, icon: 'link', listed: '', refers: true }
  return kinds.find((one) => one.id === id) ?? unknown
}
