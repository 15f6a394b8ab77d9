/** ms that a window takes to show a frame that its page has painted, while it starts on a slow machine. */
const showing = 60

/**
 * Resolves when what was drawn so far is on the screen. A frame is painted after its callbacks, so the one that follows it
 * is awaited, and then the window: what the page did meanwhile would take a processor from it.
 */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, showing))))
}
