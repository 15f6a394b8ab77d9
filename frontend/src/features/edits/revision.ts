import type { HiddenValue } from '../../host'
import { isRevision } from '../../lib/rowKey'

/** The hidden values that identify a row. */
export function identityOf(hidden: readonly HiddenValue[]): HiddenValue[] {
  return hidden.filter(({ name }) => !isRevision(name))
}

/** The hidden values by which the engine finds a document beside its id and its object, such as its routing. */
export function routeOf(hidden: readonly HiddenValue[]): HiddenValue[] {
  return identityOf(hidden).filter(({ name }) => name !== '#index' && name !== '#id')
}

/** The hidden values that name the revision of a row. */
export function revisionOf(hidden: readonly HiddenValue[]): HiddenValue[] {
  return hidden.filter(({ name }) => isRevision(name))
}

/** Whether two revisions have the same bytes, as far as they tell. */
export function sameRevision(a: readonly HiddenValue[], b: readonly HiddenValue[]): boolean {
  const [hash, other] = [hiddenValue(a, '#hash'), hiddenValue(b, '#hash')]
  if (hash !== '' && other !== '') return hash === other
  const seq = hiddenValue(a, '#seq')
  return seq !== '' && seq === hiddenValue(b, '#seq') && hiddenValue(a, '#term') === hiddenValue(b, '#term')
}

/** Whether a revision is known to be newer than another one, or the same; false if they cannot be compared. */
export function reaches(a: readonly HiddenValue[], b: readonly HiddenValue[]): boolean {
  const order = (values: readonly HiddenValue[]) => [hiddenValue(values, '#term'), hiddenValue(values, '#seq')]
  const [now, then] = [order(a), order(b)]
  if ([...now, ...then].some((text) => !/^\d+$/.test(text))) return false
  const [term, seq] = now.map(BigInt) as [bigint, bigint]
  const [oldTerm, oldSeq] = then.map(BigInt) as [bigint, bigint]
  return term === oldTerm ? seq >= oldSeq : term > oldTerm
}

/** Whether revisions of an object come in an order that says which of two is newer. */
export function isOrdered(values: readonly HiddenValue[]): boolean {
  return hiddenValue(values, '#seq') !== ''
}

/** A hidden value by its name, '' for none. */
export function hiddenValue(values: readonly HiddenValue[], name: string): string {
  return values.find((value) => value.name === name)?.value ?? ''
}
