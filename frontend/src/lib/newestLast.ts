/**
 * Returns a function that sends values one after the other, so that an older one cannot arrive after a newer one. Of
 * the values that come while one is being sent, only the newest is sent. Its promise resolves when nothing is left to
 * send. `send` must not fail.
 */
export function newestLast<T>(send: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let waiting: { value: T } | undefined
  let sending: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting) {
      const { value } = waiting
      waiting = undefined
      await send(value)
    }
    sending = undefined
  }

  return (value) => {
    waiting = { value }
    sending ??= run()
    return sending
  }
}
