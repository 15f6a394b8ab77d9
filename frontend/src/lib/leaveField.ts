/** Takes the focus from whatever has it, so that what is being typed there is taken over. */
export function leaveField(root: Document): void {
  const { activeElement } = root
  if (activeElement instanceof HTMLElement && activeElement !== root.body) activeElement.blur()
}
