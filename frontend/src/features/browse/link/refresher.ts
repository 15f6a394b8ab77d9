/** The auto-refresh intervals, in seconds; 0 is never. */
export const intervals = [0, 5, 10, 30, 60]

/** An interval in words: "Off", "Every 10 s", "Every minute". */
export function intervalWords(seconds: number): string {
  if (seconds === 0) return 'Off'
  return seconds === 60 ? 'Every minute' : `Every ${seconds} s`
}

/** The state of auto-refresh: "Auto-refresh: every 10 s". */
export function autoRefresh(seconds: number): string {
  return `Auto-refresh: ${intervalWords(seconds).toLowerCase()}`
}

/** Reports whether the window is visible. */
export interface Watched {
  readonly hidden: boolean
  addEventListener(type: 'visibilitychange', listener: () => void): void
  removeEventListener(type: 'visibilitychange', listener: () => void): void
}

/**
 * Refreshes at an interval in seconds, measured from the end of the last refresh, but not while the window is hidden: a
 * refresh that is due then runs when the window is visible again. Returns a function that stops it.
 */
export function refreshEvery(seconds: number, refresh: () => Promise<unknown>, watched: Watched): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = false
  let ended = false
  const wait = () => {
    if (!ended) timer = setTimeout(run, seconds * 1000)
  }
  const run = () => {
    due = watched.hidden
    if (!due) void refresh().then(wait, wait)
  }
  const seen = () => {
    if (due && !watched.hidden) run()
  }
  watched.addEventListener('visibilitychange', seen)
  wait()
  return () => {
    ended = true
    clearTimeout(timer)
    watched.removeEventListener('visibilitychange', seen)
  }
}
