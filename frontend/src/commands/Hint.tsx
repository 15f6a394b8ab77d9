import { Key } from '../ui/Key'
import { shownKeys } from './keys'
import type { CommandId } from './table'

/** The key of a command, next to its button or item; nothing for a command without one. */
export function Hint({ of }: { of: CommandId }) {
  const { mac, win } = shownKeys(of)
  return mac === '' && win === '' ? null : <Key mac={mac} win={win} command={of} />
}
