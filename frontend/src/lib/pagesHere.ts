const name = 'quarry.pages'
const most = 20

/** The earlier pages of this window; also records this one. There are several after a reload or a crash. */
export function pagesHere(page: string, storage: Pick<Storage, 'getItem' | 'setItem'>): ReadonlySet<string> {
  try {
    const before = (storage.getItem(name) ?? '').split(' ').filter((other) => other !== '' && other !== page)
    storage.setItem(name, [...before, page].slice(-most).join(' '))
    return new Set(before)
  } catch {
    return new Set()
  }
}
