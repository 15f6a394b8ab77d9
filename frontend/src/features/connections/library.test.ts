// SPEC: CON-21, CON-14, CON-08
import { describe, expect, it, vi } from 'vitest'
import type { Connection, FilledForm, ImportItem } from '../../host'
import { FakeHost } from '../../host/fixture'
import { firstChoices, optionsOf, remarks, standingWord, takenCount } from './importing'
import { Library, type LibraryPorts } from './library'
import type { Row, Section, View } from './list'
import { isPastedURL, isURL, withFilled } from './url'

function connection(id: string, group = ''): Connection {
  return { id, name: id, group, tags: [], url: `http://${id}`, noUrl: '' } as unknown as Connection
}

function work() {
  const host = new FakeHost()
  const requests: unknown[] = []
  const answers: Record<string, unknown> = { 'Connections.Duplicate': connection('twin') }
  for (const method of [
    'Move',
    'MoveGroup',
    'CollapseGroup',
    'DeleteGroup',
    'AddGroup',
    'RenameGroup',
    'Mark',
    'Duplicate',
  ]) {
    host.answers.set(`Connections.${method}`, (q) => {
      requests.push(q)
      return answers[`Connections.${method}`]
    })
  }
  const shelf = {
    groups: [
      { name: 'One', collapsed: false },
      { name: 'Two', collapsed: false },
    ],
    connections: [connection('a', 'One'), connection('b', 'One')],
  }
  const window = {
    host,
    shelf: () => shelf,
    reload: vi.fn(async () => undefined),
    select: vi.fn(),
    open: vi.fn(),
    close: vi.fn(),
    fail: vi.fn(),
    fill: vi.fn(async () => undefined),
  }
  const library = new Library(window satisfies LibraryPorts)
  return { host, requests, window, library, state: () => library.store.getState() }
}

const section = (kind: Section['kind'], name: string): Section => ({
  ...{ key: `group:${name}`, kind, title: name, group: kind === 'group' ? name : '', collapsed: false },
  connections: [],
})

describe('the list of connections', () => {
  it.each<[View, string]>([
    [{ kind: 'all' }, ''],
    [{ kind: 'recent' }, ''],
    [{ kind: 'tag', name: 'One' }, ''],
    [{ kind: 'group', name: 'One' }, 'One'],
  ])('shown as %j, puts a new connection into the group "%s"', (view, group) => {
    const { library } = work()
    library.show(view)
    expect(library.group).toBe(group)
  })

  it('moves a connection by one step, keeps the keyboard on it and says where it is', async () => {
    const { library, requests, window, state } = work()
    const row: Row = { key: 'row:b', section: section('group', 'One'), connection: connection('b', 'One') }
    await library.step(row, -1)
    expect(requests).toEqual([{ id: 'b', group: 'One', before: 'a' }])
    expect(window.reload).toHaveBeenCalled()
    expect(state()).toMatchObject({ active: 'row:b', said: 'b: 2 of 2 in One' })
    await library.step({ key: 'group:One', section: section('group', 'One'), connection: null }, 1)
    expect(requests.at(-1)).toEqual({ group: 'One', to: '' })
    await library.step({ key: 'rest', section: section('rest', ''), connection: null }, 1)
    expect(requests).toHaveLength(2)
  })

  it('folds a group in the file and the recent ones for this run', async () => {
    const { library, requests, state } = work()
    await library.collapse(section('group', 'One'), true)
    await library.collapse(section('recent', 'Recent'), true)
    expect(requests).toEqual([{ group: 'One', collapsed: true }])
    expect(state().recentCollapsed).toBe(true)
  })

  it('puts a waiting connection into the group that was made for it', async () => {
    const { library, requests, window } = work()
    await library.nameGroup('', ' Local ', connection('a'))
    expect(requests).toEqual([{ group: ' Local ' }, { id: 'a', group: 'Local', before: '' }])
    expect(window.close).toHaveBeenCalled()
  })

  it('follows a group that is renamed while it is shown', async () => {
    const { library, requests, state } = work()
    library.show({ kind: 'group', name: 'One' })
    await library.nameGroup('One', 'First', null)
    expect(requests).toEqual([{ group: 'One', to: 'First' }])
    expect(state().view).toEqual({ kind: 'group', name: 'First' })
  })

  it('leaves the question open where a name is refused', async () => {
    const { library, host, window } = work()
    host.fail('Connections.AddGroup', 'invalid', 'A group named One already exists.')
    await expect(library.nameGroup('', 'one', null)).rejects.toThrow('A group named One already exists.')
    expect(window.close).not.toHaveBeenCalled()
  })

  it('says what was not done, and reads the list again', async () => {
    const { library, host, window } = work()
    host.fail('Connections.DeleteGroup', 'engine')
    await library.deleteGroup('One')
    expect(window.fail).toHaveBeenCalledWith('One was not deleted', expect.anything())
    expect(window.reload).toHaveBeenCalled()
  })

  it('selects a copy, and asks where its secrets cannot be copied', async () => {
    const { library, host, window, state } = work()
    await library.duplicate(connection('a'))
    expect(window.select).toHaveBeenCalledWith('twin')
    expect(state().active).toBe('row:twin')
    host.fail('Connections.Duplicate', 'keyring', 'The credential store is locked')
    const one = connection('a')
    await library.duplicate(one)
    const sheet = { sheet: 'unlocked-copy', connection: one, message: 'The credential store is locked' }
    expect(window.open).toHaveBeenCalledWith(sheet)
    host.fail('Connections.Duplicate', 'engine')
    await library.duplicate(one)
    expect(window.fail).toHaveBeenCalledWith('a was not duplicated', expect.anything())
  })

  it('goes on with the one form that a URL fits, and leaves the choice among several', async () => {
    const { library, host, window } = work()
    const form = { driver: 'x' } as FilledForm
    host.answers.set('Connections.TakeURL', () => ({ forms: [form] }))
    await library.takeURL('x://h')
    expect(window.fill).toHaveBeenCalledExactlyOnceWith(form)
    host.answers.set('Connections.TakeURL', () => ({ forms: [form, form] }))
    expect(await library.takeURL('x://h')).toHaveLength(2)
    expect(window.fill).toHaveBeenCalledOnce()
  })
})

const item = (more: Partial<ImportItem>): ImportItem => ({
  ...{
    name: 'a',
    title: 'Engine',
    badge: '',
    badgeFill: '',
    badgeText: '',
    host: 'h',
    port: '1',
    group: '',
    standing: 'new',
  },
  ...{ as: 'a', here: '', differs: [], asks: false, unknown: false, problem: '' },
  ...more,
})

describe('a file that is imported', () => {
  it.each<[string, Partial<ImportItem>, string[], string]>([
    ['a new one', {}, ['Add', 'Skip'], 'add'],
    ['one whose name is taken', { as: 'a 2' }, ['Add as a 2', 'Skip'], 'add'],
    [
      'another one of its name',
      { standing: 'named', as: 'a 2', here: 'a' },
      ['Add as a 2', 'Replace a', 'Skip'],
      'add',
    ],
    ['a changed one', { standing: 'changed', as: 'a 2', here: 'old' }, ['Replace old', 'Add as a 2', 'Skip'], 'skip'],
    ['one that is there', { standing: 'same', as: '' }, ['Leave'], 'skip'],
    ['one that cannot be used', { problem: 'Check it.' }, ['Skip'], 'skip'],
  ])('offers what can become of %s, and changes nothing that is there by itself', (_, more, labels, first) => {
    expect(optionsOf(item(more)).map((o) => o.label)).toEqual(labels)
    expect(firstChoices([item(more)])).toEqual([first])
  })

  it('says what is to know', () => {
    const changed = item({ standing: 'changed', differs: ['Host', 'Port', 'Tags'], asks: true, unknown: true })
    expect(remarks(changed, 'replace')).toEqual([
      'Differs in Host, Port and Tags.',
      'Replacing it deletes its stored secrets, which belong to its current settings.',
      'The driver Engine is not installed, and the registry does not offer it. You can open the connection once the driver is installed.',
    ])
    expect(remarks(changed, 'skip')).toHaveLength(2)
    expect(remarks(item({ problem: 'Check it.' }), 'skip')).toEqual(['Check it.'])
    expect(remarks(item({}), 'add')).toEqual([])
    expect(standingWord(item({ problem: 'x' }))[0]).toBe('Cannot be used')
    expect(standingWord(item({ standing: 'named' }))[0]).toBe('Name in use')
    expect(takenCount(['add', 'skip', 'replace'])).toBe(2)
  })
})

describe('a URL', () => {
  it.each<[string, string, string, boolean]>([
    ['pasted into an empty field', '', 'https://es.example', true],
    ['pasted over a host', 'localhost', ' http://es.example:9200/es\n', true],
    ['that is being typed', 'https://e', 'https://es', false],
    ['whose first letter of a host is typed', 'https://', 'https://e', false],
    ['without a host', '', 'https://', false],
    ['that is a host', '', 'es.example:9200', false],
  ])('%s', (_, before, after, wanted) => {
    expect(isPastedURL(before, after)).toBe(wanted)
  })

  it('begins a connection only where the text is nothing else', () => {
    expect(['https://h', 'see https://h', 'https://h and more', `x://${'h'.repeat(5000)}`].map(isURL)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('fills the fields that it has and keeps a name that was typed', () => {
    const form = {
      id: '',
      name: '',
      colour: 'grey',
      values: { host: 'localhost', ssl: 'disabled' },
      typed: {},
      headers: [],
      stored: [],
      thisRun: [],
    }
    const filled: FilledForm = {
      driver: 'x',
      title: 'X',
      name: 'h',
      text: '',
      fields: [{ id: 'host', value: 'h' }],
      secrets: [{ id: 'password', value: 'p', replace: true }],
    }
    expect(withFilled(form, filled)).toMatchObject({
      name: 'h',
      values: { host: 'h', ssl: 'disabled' },
      typed: { password: 'p' },
    })
    expect(withFilled({ ...form, name: 'mine' }, filled).name).toBe('mine')
  })
})
