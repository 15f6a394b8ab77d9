// SPEC: A-BRO-16, A-BRO-17, B-BRO-07
import { beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, type Data, type Host, toHostError } from '../../host'
import { Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'
import { Structure } from './structure'

/** A host that responds when a test lets it. */
class SlowHost implements Host {
  readonly dialogs = false
  readonly asked: string[] = []
  readonly waiting: ((error?: string) => void)[] = []
  text = '{}'

  async call<R>(method: string): Promise<R> {
    this.asked.push(method)
    return {
      definitions: [
        { name: 'mapping', title: 'Mapping' },
        { name: 'settings', title: 'Settings' },
      ],
    } as R
  }

  data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const url = new URL(path, 'http://host')
    this.asked.push(`${url.pathname} ${url.searchParams.get('object')} ${url.searchParams.get('name') ?? ''}`.trim())
    const bytes = url.pathname.endsWith('structure')
      ? encodeBlock(['Name'], [[{ kind: Kind.string, text: this.text }]])
      : (new TextEncoder().encode(this.text).buffer as ArrayBuffer)
    const about = { columns: [], facts: [], note: '', elapsed: 1 } as R
    return new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(toHostError('cancelled')))
      this.waiting.push((error) => (error ? reject(toHostError(error)) : resolve({ about, bytes })))
    })
  }

  async answer(error?: string): Promise<void> {
    await settle()
    for (const give of this.waiting.splice(0)) give(error)
    await settle()
  }
}

const settle = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve()
}

let host: SlowHost
let structure: Structure
const state = () => structure.store.getState()
const name = () => state().fields.value?.block.text(0, 0)

beforeEach(() => {
  host = new SlowHost()
  structure = new Structure(host, 's1', 'a,b-*')
})

describe('what an object is made of', () => {
  it('is not read before it is shown, and then once', async () => {
    expect(host.asked).toEqual([])
    structure.show('structure')
    await host.answer()
    structure.show('data')
    structure.show('structure')
    await host.answer()
    expect(host.asked).toEqual(['Structures.Definitions', '/data/structure a,b-*'])
    expect(state().fields).toMatchObject({ error: null, reading: false })
  })

  it('shows the fields until a definition is chosen, which stays while the rows are looked at', async () => {
    host.text = '{\n  "n": 9007199254740993\n}'
    structure.show('structure')
    await host.answer()
    expect(structure.shown).toBe('')
    structure.choose('mapping')
    await host.answer()
    expect(structure.shown).toBe('mapping')
    expect(state().definitions.mapping?.value).toMatchObject({ text: host.text, lines: 3, bytes: 27 })
    structure.choose('settings')
    await host.answer()
    expect(structure.shown).toBe('settings')
    expect(host.asked.at(-1)).toBe('/data/definition a,b-* settings')
    structure.show('data')
    structure.show('structure')
    expect(structure.shown).toBe('settings')
    structure.choose('')
    expect(state().view).toBe('structure')
  })

  it('is read again by a refresh where it is shown, and the rest when it is shown next', async () => {
    structure.choose('mapping')
    await host.answer()
    structure.choose('')
    await host.answer()
    host.text = 'learned'
    structure.refresh()
    expect(name()).toBe('{}')
    await host.answer()
    expect(name()).toBe('learned')
    expect(state().definitions).toEqual({})
    structure.choose('mapping')
    await host.answer()
    expect(host.asked.filter((a) => a === '/data/definition a,b-* mapping')).toHaveLength(2)
  })

  it('is left alone by a refresh while the rows are shown', async () => {
    structure.refresh()
    await settle()
    expect(host.asked).toEqual([])
  })

  it('says why one part may not be read, and the other part is there all the same', async () => {
    structure.show('structure')
    await host.answer('{"kind":"auth","message":"action is unauthorized"}')
    expect(state().fields.error?.failure.message).toBe('action is unauthorized')
    structure.choose('settings')
    await host.answer()
    expect(state().definitions.settings).toMatchObject({ error: null })
  })

  it('keeps what is there where a refresh fails', async () => {
    structure.show('structure')
    await host.answer()
    structure.refresh()
    await host.answer('{"kind":"connect","message":"refused"}')
    expect(name()).toBe('{}')
    expect(state().fields).toMatchObject({ reading: false })
    expect(state().fields.error?.kind).toBe('connect')
  })

  it('drops an answer that comes after the tab was closed', async () => {
    structure.show('structure')
    await settle()
    structure.close()
    await host.answer()
    expect(state().fields.value).toBeNull()
  })
})
