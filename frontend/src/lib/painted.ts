/** How long the window gets to show a painted frame, in ms; a slow machine needs most of it. */
const showing = 150

/**
 * Resolves when everything drawn so far is on the screen. A frame is painted after its callbacks, so this waits for the
 * next one. Then the window gets time to show it: other work of the page would slow that down.
 */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, showing))))
}
