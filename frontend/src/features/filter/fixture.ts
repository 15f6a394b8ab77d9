import type { Filter, FilterClass, GridColumn } from '../../host'
import { FakeHost, operators } from '../../host/fixture'
import type { Told } from './checks'
import { Filtering, type FilterPorts } from './filter'

/** A column; rest overrides a keyword column's members. */
export function columnOf(name: string, rest: Partial<GridColumn> = {}): GridColumn {
  return {
    ...{ name, type: 'keyword', kind: 'text', integer: false, primary: false, readOnly: false },
    ...{ sortable: true, reason: '', conflict: '', nested: [], filter: 0, ...rest },
  }
}

/** Keyword columns support every operator, number columns none that search inside text. */
const classes: FilterClass[] = [
  { refused: [], noFold: '', noSuggest: '', note: '' },
  {
    refused: operators
      .slice(9, 14)
      .map(({ id: operator }) => ({ operator, reason: '{name} is an integer. Use equals.' })),
    noFold: '{name} has no case',
    noSuggest: '{name} has too many values',
    note: '',
  },
  {
    ...{ refused: [], noFold: '', noSuggest: '', note: '' },
    ranges: [
      { id: 'day', title: 'Today', from: 'dawn', to: 'dusk' },
      { id: 'on', title: 'From Today', from: 'dawn', to: '' },
    ],
  },
]

export const columns = [
  columnOf('note', { sortable: false }),
  columnOf('genre'),
  columnOf('pages', { type: 'integer', kind: 'number', integer: true, filter: 1 }),
  columnOf('old', { type: 'boolean', kind: 'boolean' }),
  columnOf('authors.role', { nested: ['authors'] }),
  columnOf('authors.born', { type: 'date', kind: 'date', nested: ['authors'], filter: 2 }),
  columnOf('offers.price', { nested: ['offers'] }),
]

/** The response to a filter without refusals, with a note on each row. */
export function accepted(filter: Filter): Told {
  const notes = filter.rows.map(({ column }, row) => ({ row, text: `about ${column}` }))
  return { refusals: [], notes }
}

/** The refusals of a filter, by the columns of its rows. */
export function refusing(reasons: Record<string, string>) {
  return (filter: Filter): Told => ({
    ...accepted(filter),
    refusals: filter.rows.flatMap(({ column }, row) =>
      reasons[column] === undefined ? [] : [{ row, column, message: reasons[column] }],
    ),
  })
}

/** The filter of an object on a scripted host; time passes only with `rest`. */
export function filteringOf(answer: (filter: Filter) => Told | Promise<Told> = accepted) {
  const host = new FakeHost()
  const asked: Filter[] = []
  const waiting = new Set<() => void>()
  const view = {
    id: 'v1',
    columns,
    filters: classes,
  }
  const ports: FilterPorts & { view(): typeof view | null } = {
    ...{ host, session: 's1', object: 'books', operators, view: () => view },
    apply: async (filter) => {
      asked.push(filter)
      return answer(filter)
    },
    later: (work) => {
      waiting.add(work)
      return () => waiting.delete(work)
    },
  }
  host.answers.set('Grid.FilterPreview', async ({ any, rows }) => ({
    ...(await answer({ any, rows } as Filter)),
    request: { method: 'POST', path: '/books/_search', body: '{"query":{}}' },
  }))
  host.answers.set('Presets.List', () => ({ presets: [], last: { any: false, rows: [] }, at: '' }))
  const filtering = new Filtering(ports)
  return {
    ...{ host, asked, ports, filtering, now: () => filtering.store.getState() },
    /** Lets enough time pass for the typed text to be checked. */
    rest: async () => {
      for (const work of [...waiting]) {
        waiting.delete(work)
        work()
      }
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}
