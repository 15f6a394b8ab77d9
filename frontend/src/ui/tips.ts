/** What a tooltip says. */
export interface TipWords {
  label: string
  mac: string
  win: string
}

/** What an element needs that has a tooltip with a key. */
export function tipOf({ label, mac, win }: TipWords) {
  return { 'data-tip': label, 'data-tip-mac': mac, 'data-tip-win': win }
}

/** What a control needs whose tooltip says more than its name. */
export function described(words: string | undefined) {
  return { 'data-tip': words, 'aria-description': words }
}

/** What a text needs that has a tooltip, so that the keyboard reaches it too; '' is the text itself where it is cut. */
export function withTip(words = '') {
  return { 'data-tip': words, tabIndex: 0 }
}
