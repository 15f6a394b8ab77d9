/** A kind of objects, as the driver describes it. */
export interface ObjectKind {
  id: string
  /** Inside a sentence. */
  title: string
  plural: string
  icon: 'table' | 'layers' | 'link'
  /** When the engine's list includes them: always, with the switch for aliases, or never. */
  listed: 'always' | 'also' | ''
  /** Whether it refers to other objects. */
  refers: boolean
}

/** The kind of an object; if the driver does not describe it, only its id is known. */
export function objectKindOf({ kinds }: { kinds: readonly ObjectKind[] }, id: string): ObjectKind {
  const unknown: ObjectKind = { id, title: id, plural: id, icon: 'link', listed: '', refers: true }
  return kinds.find((one) => one.id === id) ?? unknown
}
