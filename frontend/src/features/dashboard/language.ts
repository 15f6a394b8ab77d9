/**
 * Sets a navigator's language if it has no valid one. WebKitGTK reports the system's locale, and "C" is not a language
 * tag: the chart library uses it to format numbers while loading, and would fail to load.
 */
export function mendLanguage(nav: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(nav.language)
  } catch {
    Object.defineProperty(nav, 'language', { value: 'en-GB', configurable: true })
  }
}

mendLanguage(navigator)
