/** How long the page may be blocked at a time, in milliseconds. */
const slice = 12

/**
 * Repeats a step of some work until the step reports that it is done, without blocking the page for long. False if it
 * was aborted.
 */
export async function inSlices(step: () => boolean, signal: AbortSignal): Promise<boolean> {
  let began = performance.now()
  while (!step()) {
    if (performance.now() - began < slice) continue
    await new Promise((resume) => setTimeout(resume))
    if (signal.aborted) return false
    began = performance.now()
  }
  return true
}
