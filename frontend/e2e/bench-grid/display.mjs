// A virtual screen whose image can be read, and the analysis of a scrolling grid in it.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const width = 1400
const height = 1000

/** Words of the header of an xwd file (XWDFile.h), the format in which Xvfb stores its image. */
const word = { headerSize: 0, lineBytes: 12, colours: 19 }
const colourBytes = 12
const headerBytes = 100

/** Starts a screen. */
export async function openDisplay() {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-screen-'))
  const size = `${width}x${height}x24`
  const args = ['-displayfd', '1', '-noreset', '-screen', '0', size, '-fbdir', folder, '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise((done) => server.on('exit', done))
  const [number] = await Promise.race([
    new Promise((got) => createInterface(server.stdout).once('line', (line) => got([line]))),
    ended.then(() => Promise.reject(new Error('the virtual screen ended before it was ready'))),
  ])
  const file = openSync(join(folder, 'Xvfb_screen0'), 'r')
  const close = async () => {
    closeSync(file)
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { name: `:${number}`, picture: () => wholePicture(file), close }
}

/**
 * The pixels of a screen, one 32-bit word each. They are read until two readings are equal, since the server may write
 * to them during reading: an image that is half of one frame and half of another was never shown.
 */
function wholePicture(file) {
  for (let last = readPixels(file); ; ) {
    const next = readPixels(file)
    if (next.pixels.equals(last.pixels)) {
      const { pixels, lineWords } = next
      return { pixels, lineWords, words: new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4) }
    }
    last = next
  }
}

function readPixels(file) {
  const header = Buffer.alloc(headerBytes)
  readSync(file, header, 0, header.length, 0)
  const at = (n) => header.readUInt32BE(4 * n)
  const pixels = Buffer.alloc(at(word.lineBytes) * height)
  readSync(file, pixels, 0, pixels.length, at(word.headerSize) + at(word.colours) * colourBytes)
  return { pixels, lineWords: at(word.lineBytes) / 4 }
}

const magenta = 0xff00ff

/** The area of one colour, that of the page's cover, on the screen; undefined while it is not visible. */
export function findSpot({ words, lineWords }) {
  const is = (n) => (words[n] & 0xffffff) === magenta
  const first = words.findIndex((_, n) => is(n))
  if (first < 0) return undefined
  const left = first % lineWords
  const top = (first - left) / lineWords
  let right = left
  while (right < width && is(top * lineWords + right)) right += 1
  let bottom = top
  while (bottom < height && is(bottom * lineWords + left)) bottom += 1
  return { left, top, width: right - left, height: bottom - top }
}

const darkest = 300 // a pixel whose red, green and blue add up to less counts as text
const bucket = 8 // px per bucket, horizontally
const band = 20 // lines per band: more than there are between the texts of two rows
const step = 10 // step from one band to the next, in lines
const widest = 112 // the most px without text between the values of neighbouring cells

/**
 * Whether part of the image has a gap without text larger than those between cells: a row or a cell that is not drawn.
 */
export function hasBlank({ words, lineWords }, { left, top, width, height }) {
  const buckets = Math.floor(width / bucket)
  const text = new Uint8Array(buckets * height)
  for (let y = 0; y < height; y += 1) {
    const line = (top + y) * lineWords + left
    for (let x = 0; x < buckets * bucket; x += 1) {
      const pixel = words[line + x]
      if ((pixel & 255) + ((pixel >> 8) & 255) + ((pixel >> 16) & 255) < darkest) text[y * buckets + (x >> 3)] = 1
    }
  }
  for (let y = 0; y + band <= height; y += step) {
    if (longestGap(text, buckets, y) * bucket > widest) return true
  }
  return false
}

/** The longest run of buckets without text in a band. */
function longestGap(text, buckets, top) {
  let longest = 0
  let gap = 0
  for (let x = 0; x < buckets; x += 1) {
    let seen = false
    for (let y = top; y < top + band && !seen; y += 1) seen = text[y * buckets + x] === 1
    gap = seen ? 0 : gap + 1
    longest = Math.max(longest, gap)
  }
  return longest
}
