/** Whether the focused element has its own undo: a text field or an editor. */
export function hasOwnUndo(root: Document): boolean {
  const { activeElement: element } = root
  return element instanceof HTMLElement && (element.matches('input, textarea') || isEditor(element))
}

/** Has the focused field undo or redo its typing. */
export function undoInField(root: Document, act: 'undo' | 'redo'): void {
  const { activeElement: element } = root
  // An editor has its own history, which it uses when the webview is about to change its text.
  const inputType = act === 'undo' ? 'historyUndo' : 'historyRedo'
  const about = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true })
  if (element instanceof HTMLElement && isEditor(element) && !element.dispatchEvent(about)) return
  root.execCommand(act)
}

const isEditor = (element: HTMLElement) => element.matches('[contenteditable=true]')
