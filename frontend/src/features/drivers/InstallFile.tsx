import { FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { HostError, InstalledFile } from '../../host'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import { useFileDialog } from '../../window/files'
import { useDrivers } from './drivers'
import style from './drivers.module.css'
import { FileInstall } from './fileInstall'
import { sheetWords } from './sheetWords'

interface InstallFileProps {
  onClose(): void
  onDone(file: InstalledFile): Promise<void>
  /** Called with a refusal; without it, the dialog shows the refusal. */
  onRefused?(path: string, error: HostError): void
}

/** Installs a driver package from disk: chosen in the system's dialog or, without one, by a typed path. */
export function InstallFile({ onClose, onDone, onRefused }: InstallFileProps) {
  const drivers = useDrivers()
  const files = useFileDialog()
  const [work] = useState(() => new FileInstall(drivers.host, onDone))
  useEffect(() => () => work.cancel(), [work])
  const { path, busy, error } = useStore(work.store)
  const field = useRef<HTMLInputElement>(null)
  const empty = path.trim() === ''
  const install = async () => {
    const refused = await work.install()
    if (refused) onRefused?.(path.trim(), refused)
  }
  const pick = async () => {
    const chosen = await files.pick(sheetWords.choosePackage, 'package')
    if (chosen !== '') work.type(chosen)
  }
  return (
    <Sheet label={sheetWords.fromFile} alert wide initialFocus={field} onClose={onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void install()
        }}
      >
        <SheetContent>
          <Sign>
            <FileDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </Sign>
          <div className={`col ${style.question}`}>
            <h1>{sheetWords.fromFile}</h1>
            <p>{sheetWords.aboutFile}</p>
            <div className="row">
              <TextField
                ref={field}
                className="mono grow"
                aria-label={sheetWords.packagePath}
                placeholder="…/driver.qdrv"
                value={path}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                onChange={(e) => work.type(e.target.value)}
              />
              {files.available && <Button onClick={() => void pick()}>Choose…</Button>}
            </div>
            {error && !onRefused && <FailureNotice error={error} />}
          </div>
        </SheetContent>
        <footer>
          <span className="grow" />
          <Button onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button type="submit" primary off={empty || busy}>
            {busy ? 'Installing…' : 'Install'} <Hint of="dialog.confirm" />
          </Button>
        </footer>
      </form>
    </Sheet>
  )
}
