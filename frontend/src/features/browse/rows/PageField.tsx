import { useState } from 'react'
import { count } from '../../../lib/words'
import style from './PageField.module.css'
import { typedPage } from './status'

interface PageFieldProps {
  page: number
  last: number
  /** True while more pages may follow. */
  open: boolean
  onGo(page: number): void
}

/** The number of the visible page: type another one and press Enter to go there; Escape restores it. */
export function PageField({ page, last, open, onGo }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label>
      Page{' '}
      <input
        data-part="page"
        className={style.page}
        aria-label={open ? 'Page' : `Page of ${count(last)}`}
        inputMode="numeric"
        size={Math.max(2, String(last).length)}
        value={typed ?? count(page)}
        onFocus={(e) => e.currentTarget.select()}
        onChange={(e) => setTyped(e.target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={(e) => {
          if (e.key === 'Escape' && typed !== null) {
            e.stopPropagation()
            setTyped(null)
          }
          if (e.key !== 'Enter') return
          const wanted = typedPage(typed ?? '', last)
          setTyped(null)
          if (wanted > 0) onGo(wanted)
        }}
      />{' '}
      of {open ? '…' : count(last)}
    </label>
  )
}
