/** Resolves when what was drawn so far is on the screen: after the next frame. */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}
