const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** How long a condition may take to become true on a busy machine, in milliseconds. */
const patience = 45_000

/** An error that ends the wait for a condition. */
export class Fatal extends Error {}

/**
 * Waits until the work returns a truthy value, and returns that. An error of the work means trying again; the last one
 * is reported on timeout, along with what `last` says about the state.
 */
export async function until(what, work, last = () => '') {
  const deadline = Date.now() + patience
  let reason = ''
  while (Date.now() < deadline) {
    try {
      const value = await work()
      if (value) return value
      reason = ''
    } catch (error) {
      if (error instanceof Fatal) throw error
      reason = `: ${error.message}`
    }
    await pause(50)
  }
  throw new Error(`waited in vain until ${what}${reason} ${last()}`)
}

/** Returns the result of the work, or fails if it takes longer than the limit, in milliseconds. */
export async function within(limit, what, work) {
  let late
  const over = new Promise((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what} did not end within ${limit / 1000} s`)), limit)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(late))
}
