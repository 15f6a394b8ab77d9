/**
 * Gives a navigator a language where it has none that programs can use. WebKitGTK reports the system's locale, and "C" is
 * no language tag: the library of the charts, which formats numbers by it as it loads, would not load at all.
 */
export function mendLanguage(nav: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(nav.language)
  } catch {
    Object.defineProperty(nav, 'language', { value: 'en-GB', configurable: true })
  }
}

mendLanguage(navigator)
