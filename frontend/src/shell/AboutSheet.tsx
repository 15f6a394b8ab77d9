import { Layers } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../commands/Hint'
import { words } from '../features/settings/words'
import { Button } from '../ui/Button'
import { LinkButton } from '../ui/LinkButton'
import { Sheet } from '../ui/Sheet'
import { SheetContent, Sign } from '../ui/SheetParts'
import { usePlatform } from '../window/platform'
import styles from './AboutSheet.module.css'

/** The name, version and licence of Quarry, and the licences of what it contains. */
export function AboutSheet({ onClose }: { onClose(): void }) {
  const { store } = usePlatform()
  const version = useStore(store, (s) => s.info?.version ?? '')
  const [texts, setTexts] = useState({ licence: '', notices: '' })
  const [open, setOpen] = useState(false)
  useEffect(() => {
    void import('./licences').then(({ licence, notices }) => setTexts({ licence, notices }))
  }, [])
  return (
    <Sheet label="About Quarry" width={open ? 640 : 420} onClose={onClose}>
      <header className={`row g12 ${styles.head}`}>
        <Sign>
          <Layers size={20} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div>
          <h1>Quarry</h1>
          <p className="t2 sel-text">Version {version}</p>
        </div>
      </header>
      <SheetContent className={styles.body}>
        <p className="sel-text">{texts.licence}</p>
        <p className="t2">{words.network}</p>
        <LinkButton type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          Third-party notices
        </LinkButton>
        {open && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          <section className={`sel-text ${styles.notices}`} aria-label="Third-party notices" tabIndex={0}>
            {texts.notices}
          </section>
        )}
      </SheetContent>
      <footer>
        <span className="grow" />
        <Button onClick={onClose}>
          Close <Hint of="dialog.cancel" />
        </Button>
      </footer>
    </Sheet>
  )
}
