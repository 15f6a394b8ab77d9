/**
 * Resolves when what was drawn so far is on the screen. A frame is painted after its callbacks, so the one that follows it
 * is awaited.
 */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
}
