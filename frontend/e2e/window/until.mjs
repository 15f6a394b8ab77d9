const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** How long a condition may take to come true on a busy machine, in milliseconds. */
const patience = 45_000

/** An error that ends the wait for a condition. */
export class Fatal extends Error {}

/**
 * Waits until the work gives a value that is neither false nor empty, and gives that value. An error of the work is a
 * reason to try again; the last one is told when the time is over, as is what `last` says of the state then.
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

/** Gives what the work gives, or fails when it takes longer than the limit, in milliseconds. */
export async function within(limit, what, work) {
  let late
  const over = new Promise((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what} did not end within ${limit / 1000} s`)), limit)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(late))
}
