let hideShown = () => {}

/** Hides the tooltip that is shown, if another one is about to be: hide is how that one is hidden later. */
export function oneTip(hide: () => void): void {
  if (hideShown !== hide) hideShown()
  hideShown = hide
}
