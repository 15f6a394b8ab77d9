import type { Host, SessionInfo } from '../../../host'
import type { FactsFile } from './facts'

const loaded = new WeakMap<Host, Map<string, Promise<FactsFile>>>()

/** The facts of a connection's driver, loaded once per driver. */
export function factsFrom(host: Host, { id, completion }: Pick<SessionInfo, 'id' | 'completion'>): Promise<FactsFile> {
  const known = loaded.get(host) ?? new Map<string, Promise<FactsFile>>()
  loaded.set(host, known)
  const there = known.get(completion)
  if (there) return there
  const read = readFacts(host, id)
  known.set(completion, read)
  read.catch(() => known.delete(completion))
  return read
}

async function readFacts(host: Host, session: string): Promise<FactsFile> {
  const { bytes } = await host.data(`/data/completion?session=${encodeURIComponent(session)}`)
  return JSON.parse(new TextDecoder().decode(bytes)) as FactsFile
}
