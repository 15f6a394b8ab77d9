import { Server } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormHint } from '../../ui/Form'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import { useFileDialog } from '../../window/files'
import { AddressForm } from './address'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { sheetWords } from './sheetWords'

/** Asks for the registry's address; it is saved once the registry was loaded and its signature verified. */
export function SetAddress({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const drivers = useDrivers()
  const files = useFileDialog()
  const registry = useRegistry((s) => s.registry)
  const [form] = useState(() => new AddressForm(drivers.host, registry?.chosen ? registry.address : '', onDone))
  useEffect(() => () => form.cancel(), [form])
  const { text, busy, error } = useStore(form.store)
  const field = useRef<HTMLInputElement>(null)
  const empty = text.trim() === ''
  const pick = async () => {
    const path = await files.pick(sheetWords.chooseIndex, 'index')
    if (path !== '') form.type(path)
  }
  return (
    <Sheet label={sheetWords.registry} alert wide initialFocus={field} onClose={onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void form.set()
        }}
      >
        <SheetContent>
          <Sign>
            <Server size={16} strokeWidth={1.5} aria-hidden="true" />
          </Sign>
          <div className={`col ${style.question}`}>
            <h1>{sheetWords.registry}</h1>
            <p>{sheetWords.aboutAddress}</p>
            <div className="row">
              <TextField
                ref={field}
                className="mono grow"
                aria-label={sheetWords.registryAddress}
                placeholder="https://…/index.json"
                value={text}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                onChange={(e) => form.type(e.target.value)}
              />
              {files.available && <Button onClick={() => void pick()}>Choose…</Button>}
            </div>
            <FormHint>{sheetWords.verified}</FormHint>
            {error && <FailureNotice error={error} />}
          </div>
        </SheetContent>
        <footer>
          {registry?.chosen && (
            <Button quiet onClick={() => void form.reset()}>
              Use the Default
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button type="submit" primary off={empty || busy}>
            {busy ? 'Checking…' : 'Set Address'} <Hint of="dialog.confirm" />
          </Button>
        </footer>
      </form>
    </Sheet>
  )
}
