/** How long the page may be held at a time, in milliseconds. */
const slice = 12

/** Repeats a step of some work until it answers that it is done, without holding the page for long. False: it was ended. */
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
