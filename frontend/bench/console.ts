import { EditorView } from '@codemirror/view'
import { TreeFragment } from '@lezer/common'
import text from '../../drivers/elasticsearch/completion.json?raw'
import '../src/styles/index.css'
import './bench.css'
import { complete } from '../src/features/console/completion/complete'
import { factsOf } from '../src/features/console/completion/facts'
import { Grammar } from '../src/features/console/completion/grammar'
import { nothing } from '../src/features/console/completion/live'
import { parser } from '../src/features/console/editor/console.grammar'
import { mount } from '../src/features/console/editor/mount'
import { ConsoleTab } from '../src/features/console/tab'
import { showFindBar } from '../src/ui/EditorFind'

/** The editor of a console with a text of ?lines= lines. Whoever measures calls the functions of window.bench. */
const lines = Number(new URLSearchParams(location.search).get('lines'))

const request = `# The books of an author, the newest first
GET /books/_search
{
  "size": 50,
  "query": {
    "bool": { "must": [{ "match": { "title": "sea" } }], "filter": [{ "range": { "pages": { "gte": 9007199254740993 } } }] }
  },
  "sort": [{ "published": "desc" }]
}
`
const perRequest = request.split('\n').length
const source = Array.from({ length: Math.max(1, Math.round(lines / perRequest)) }, () => request).join('\n')
/** Where something is typed: in the query of a request in the middle. */
const middle = source.indexOf('"match": { "', Math.floor(source.length / 2) - request.length) + '"match": { "'.length

const grammar = new Grammar(factsOf(JSON.parse(text), '8.16.3'))
const found = (typed: string, cursor: number) => complete(typed, cursor, grammar, nothing)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element with the id root')
const tab = new ConsoleTab(
  {
    id: 'bench',
    host: { dialogs: false, call: () => new Promise(() => undefined), data: () => new Promise(() => undefined) },
    session: { id: 's', name: 'bench', request: 'GET /', profiles: true, rowNoun: 'document', objectNoun: 'index' },
    changed: () => undefined,
    complete: async (typed, cursor) => found(typed, cursor),
  },
  { kind: 'console', state: { title: 'Console', text: source } },
)
mount(root, tab, { findBar: showFindBar, hint: '', run: 'Run', label: (name) => name })
const view = EditorView.findFromDOM(root)
if (!view) throw new Error('the page has no editor')

/** How many parses or completions are one sample: a clock of a page may have steps of a millisecond. */
const batch = 20

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done))

/** Types a letter at the beginning of a frame, and waits until that frame is painted. */
async function typed(): Promise<number> {
  await nextFrame()
  const begin = performance.now()
  const at = view?.state.selection.main.head ?? 0
  view?.dispatch({ changes: { from: at, insert: 'x' }, selection: { anchor: at + 1 }, userEvent: 'input.type' })
  await new Promise<void>((done) => {
    const painted = new MessageChannel()
    painted.port1.onmessage = () => done()
    painted.port2.postMessage(null)
  })
  return performance.now() - begin
}

/** The time of one of a batch of calls, in milliseconds. */
function timed(call: (n: number) => void): number {
  const begin = performance.now()
  for (let n = 0; n < batch; n += 1) call(n)
  return (performance.now() - begin) / batch
}

const bench = {
  /** Waits until the text is drawn, and puts the cursor where something is typed. */
  async ready(): Promise<number> {
    view.dispatch({ selection: { anchor: middle }, scrollIntoView: true })
    view.focus()
    await document.fonts.ready
    for (let n = 0; n < 30; n += 1) await nextFrame()
    return view.state.doc.lines
  },
  /** The milliseconds from a keystroke to the end of its frame. */
  async keystrokes(rounds: number): Promise<number[]> {
    const millis: number[] = []
    for (let n = 0; n < rounds; n += 1) millis.push(await typed())
    return millis
  },
  /** The milliseconds that a change takes to be parsed. */
  parses(rounds: number): number[] {
    let now = source
    let tree = parser.parse(now)
    const millis: number[] = []
    for (let n = 0; n < rounds; n += 1) {
      millis.push(
        timed(() => {
          const change = { fromA: middle, toA: middle, fromB: middle, toB: middle + 1 }
          now = `${now.slice(0, middle)}x${now.slice(middle)}`
          tree = parser.parse(now, TreeFragment.applyChanges(TreeFragment.addTree(tree), [change]))
        }),
      )
    }
    return millis
  },
  /** The milliseconds that finding what can be inserted takes. */
  completes(rounds: number): number[] {
    const millis: number[] = []
    for (let n = 0; n < rounds; n += 1) millis.push(timed(() => void found(source, middle)))
    return millis
  },
}

Object.assign(window, { bench })
