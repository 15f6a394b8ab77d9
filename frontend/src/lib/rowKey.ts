/** Why a row cannot be shown or changed as it is: only rows with such a document have it. */
export const damage = '#damaged'

/** The hidden values that say which revision of a row was read. All others identify the row. */
const revisions = new Set(['#seq', '#term', '#hash', '#uuid', damage])

/** Whether a hidden value says which revision of a row was read, and not which row it is. */
export function isRevision(name: string): boolean {
  return revisions.has(name)
}

/** The text that identifies a row by its hidden values, the same in every order and revision; undefined without any. */
export function rowKey(hidden: readonly (readonly [name: string, value: string])[]): string | undefined {
  const identity = hidden.filter(([name]) => !isRevision(name))
  return identity.length === 0 ? undefined : JSON.stringify(identity)
}
