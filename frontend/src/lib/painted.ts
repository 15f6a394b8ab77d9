/** ms that the window is given to show a frame that its page has painted; a slow machine needs most of them. */
const showing = 150

/**
 * Resolves when what was drawn so far is on the screen. A frame is painted after its callbacks, so the one that follows it
 * is awaited. Then the window is given time to show it: whatever the page does meanwhile would slow that down.
 */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, showing))))
}
