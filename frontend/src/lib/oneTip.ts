let hideShown = () => {}

/** Hides the visible tooltip before another one is shown: hide will hide that one. */
export function oneTip(hide: () => void): void {
  if (hideShown !== hide) hideShown()
  hideShown = hide
}
