import { readFileSync } from 'node:fs'

/** Waits for a condition that is not on the page, such as what a proxy has seen. */
export async function until(holds) {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 800) throw new Error(`waited in vain for ${holds}`)
    await new Promise((done) => setTimeout(done, 25))
  }
}

/** The text of a file that Quarry writes, '' until it exists. */
export function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
