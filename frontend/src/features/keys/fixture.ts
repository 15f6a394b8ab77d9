import type { KeyInfo, KeyList } from '../../host'

export function keyOf(id: string, name = '', part: Partial<KeyInfo> = {}): KeyInfo {
  const cells = [id, name, 'ab…', 'books', 'read'].map((text) => ({ text, time: '', wide: false }))
  return { id, name, cells, expired: false, reach: '', head: '', scopes: false, ...part }
}

export function listOf(keys: KeyInfo[], part: Partial<KeyList> = {}): KeyList {
  return {
    title: 'API keys',
    columns: [
      { title: 'Id', look: 'number', width: 56 },
      { title: 'Description', look: 'name', width: 190 },
      { title: 'Prefix', look: 'code', width: 80 },
      { title: 'Places', look: 'text', width: 142 },
      { title: 'Actions', look: 'code', width: 0 },
    ],
    keys,
    source: 'GET /keys',
    millis: 7,
    fixedTitle: 'A key cannot be edited.',
    fixedText: 'It stays as it is.',
    form: { title: 'Add API Key', places: 'Places', hint: 'Names', all: '*', groups: [] },
    scope: null,
    ...part,
  }
}
