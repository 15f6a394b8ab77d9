import { createRoot } from 'react-dom/client'
import '../src/styles/index.css'
import './bench.css'
import { Blocks, columnsOf, rowHeight } from './blocks'
import { Ours } from './ours'
import { Virtual } from './virtual'

/**
 * One of two contenders over the same rows: ?grid=ours or ?grid=virtual, with &rows= and &columns=. Whoever measures
 * calls the functions of window.bench.
 */
const query = new URLSearchParams(location.search)
const scene = { rows: Number(query.get('rows')), columns: Number(query.get('columns')) }
const columns = columnsOf(scene)
const source = new Blocks(scene)
const Contender = query.get('grid') === 'virtual' ? Virtual : Ours

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element with the id root')
createRoot(root).render(<Contender columns={columns} source={source} />)

/** What a round of scrolling came to: the frames in which the rows moved, and where they stand, in px. */
interface Round {
  frames: number
  left: number
  top: number
}

/** How many frames without a move end a round. */
const still = 15

let frames = 0
let quiet = 0
let moved = false
let counting = false

function tick(): void {
  if (moved) frames += 1
  quiet = moved ? 0 : quiet + 1
  moved = false
  if (counting) requestAnimationFrame(tick)
}

function scroller(): HTMLElement {
  const found = document.querySelector<HTMLElement>('.qg-scroll')
  if (!found) throw new Error('the page has no grid')
  return found
}

/** How far the rows are scrolled, in px: by a row in sight, since a scroller has no room for a million rows. */
function scrolledDown(): number {
  const { top, bottom } = scroller().getBoundingClientRect()
  for (const row of document.querySelectorAll<HTMLElement>('.qg-row[aria-rowindex]')) {
    const at = row.getBoundingClientRect().top
    if (at > top && at < bottom) return (Number(row.ariaRowIndex) - 2) * rowHeight - (at - top)
  }
  throw new Error('the grid shows no row')
}

function nextFrame(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

const bench = {
  /** Waits for the first rows to be drawn. */
  async ready(): Promise<boolean> {
    while (document.querySelectorAll('.qg-cell').length < 100) await nextFrame()
    scroller().addEventListener('scroll', () => {
      moved = true
    })
    await document.fonts.ready
    await nextFrame()
    return true
  },
  /** Begins to count frames. A scroll event is what tells that rows moved, since asking for the place costs layout. */
  begin(): boolean {
    frames = 0
    quiet = 0
    counting = true
    requestAnimationFrame(tick)
    return true
  },
  /** Waits for the rows to come to rest and ends the counting. */
  async end(): Promise<Round> {
    while (quiet < still) await nextFrame()
    counting = false
    return { frames, left: scroller().scrollLeft, top: scrolledDown() }
  },
  /** Covers the page with one colour, or takes the cover off. */
  async spot(shown: boolean): Promise<boolean> {
    document.getElementById('spot')?.remove()
    if (shown) document.body.append(Object.assign(document.createElement('div'), { id: 'spot' }))
    await nextFrame()
    return true
  },
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
