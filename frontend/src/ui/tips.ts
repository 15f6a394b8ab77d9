/** What a tooltip says. */
export interface TipWords {
  label: string
  mac: string
  win: string
}

/** The props of an element whose tooltip shows a key. */
export function tipOf({ label, mac, win }: TipWords) {
  return { 'data-tip': label, 'data-tip-mac': mac, 'data-tip-win': win }
}

/** The props of a control whose tooltip says more than its name. */
export function described(words: string | undefined) {
  return { 'data-tip': words, 'aria-description': words }
}

/** The props of a text with a tooltip, so that it can be focused, too; '' shows the text itself if it is cut. */
export function withTip(words = '') {
  return { 'data-tip': words, tabIndex: 0 }
}
