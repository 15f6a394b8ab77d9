import { useRef, useState } from 'react'
import { Hint } from '../commands/Hint'
import { shortcutsOf } from '../commands/shortcuts'
import { inWindow } from '../host/window'
import { Button } from '../ui/Button'
import { SearchField } from '../ui/SearchField'
import { Sheet } from '../ui/Sheet'
import { SheetContent } from '../ui/SheetParts'
import { useMac } from '../window/platform'
import styles from './ShortcutSheet.module.css'

/** Every command with a key, in sections. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const mac = useMac()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const sections = shortcutsOf(mac, inWindow(), text)
  return (
    <Sheet label="Keyboard Shortcuts" width={640} initialFocus={field} onClose={onClose}>
      <header className="row g12">
        <h1 className="grow">Keyboard Shortcuts</h1>
        <SearchField ref={field} label="Search shortcuts" text={text} clears={false} onText={setText} />
      </header>
      {/* What scrolls must be reached by keyboard. */}
      <SheetContent as="section" className={styles.list} aria-label="Shortcuts" tabIndex={0}>
        {sections.map(({ title, shortcuts }) => (
          <div key={title} className={styles.section}>
            <h2>{title}</h2>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.id} className={styles.line}>
                  <dt>{shortcut.title}</dt>
                  <dd>{shortcut.keys.join(', ')}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        {sections.length === 0 && <p className="t3">No shortcut matches “{text.trim()}”.</p>}
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
