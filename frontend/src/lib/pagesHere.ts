const name = 'quarry.pages'
const most = 20

/** The pages that this window showed before this one, which is noted: a reload and a crash follow each other here. */
export function pagesHere(page: string, storage: Pick<Storage, 'getItem' | 'setItem'>): ReadonlySet<string> {
  try {
    const before = (storage.getItem(name) ?? '').split(' ').filter((other) => other !== '' && other !== page)
    storage.setItem(name, [...before, page].slice(-most).join(' '))
    return new Set(before)
  } catch {
    return new Set()
  }
}
