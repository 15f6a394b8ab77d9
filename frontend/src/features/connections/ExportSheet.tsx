import { useEffect, useState } from 'react'
import { Hint } from '../../commands/Hint'
import { count, counted } from '../../lib/words'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormGrid } from '../../ui/Form'
import { FailureNotice, Notice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { FormFrame, SheetContent } from '../../ui/SheetParts'
import { useFileDialog } from '../../window/files'
import { useSaved, useSavedState } from './saved'
import { sheetWords } from './sheetWords'
import style from './transfer.module.css'
import { useTry } from './useTry'
import { words } from './words'

/** Writes chosen connections to a file, without their secrets. */
export function ExportSheet({ ids }: { ids: string[] }) {
  const saved = useSaved()
  const files = useFileDialog()
  const [chosen, setChosen] = useState(ids)
  const [path, setPath] = usePath()
  const [sure, setSure] = useState(false)
  const [written, setWritten] = useState('')
  const { error, busy, run } = useTry()
  const ready = chosen.length > 0 && path.trim() !== '' && !busy
  const write = (overwrite: boolean) =>
    run(async () => setWritten(await saved.library.files.write(chosen, path, overwrite)))
  const choose = async () => {
    const picked = await saved.library.files.choose(path)
    if (picked === '') return
    setPath(picked)
    setSure(true) // the system's dialog asks before it returns an existing file
  }
  return (
    <Sheet label={words.exporting} width={540} onClose={() => saved.close()}>
      <FormFrame
        onSubmit={(e) => {
          e.preventDefault()
          if (written !== '') saved.close()
          else if (ready) void write(sure)
        }}
      >
        <header>
          <h1>{words.exporting}</h1>
          <p>{words.neverExported}</p>
        </header>
        <SheetContent>
          <Choices chosen={chosen} onChosen={setChosen} />
          <FormGrid short className={style.file}>
            <label htmlFor="export-path">File</label>
            <div className="row">
              <TextField
                id="export-path"
                className="mono grow"
                value={path}
                autoComplete="off"
                spellCheck={false}
                onChange={(e) => {
                  setPath(e.target.value)
                  setSure(false)
                }}
              />
              {files.available && <Button onClick={() => void run(choose)}>Choose…</Button>}
            </div>
          </FormGrid>
          {error && <FailureNotice error={error} />}
          {written !== '' && (
            <Notice tone="ok">
              <span className="grow sel-text">
                <span className="b">{counted(chosen.length, 'Connection')} exported.</span> {written}
              </span>
            </Notice>
          )}
        </SheetContent>
        <footer>
          <span className="grow" />
          {error?.kind === 'conflict' && <Button onClick={() => void write(true)}>Replace File</Button>}
          {written === '' && (
            <Button onClick={() => saved.close()}>
              Cancel <Hint of="dialog.cancel" />
            </Button>
          )}
          <Button type="submit" primary off={!ready}>
            {written === '' ? `Export ${counted(chosen.length, 'Connection')}` : 'Done'} <Hint of="dialog.confirm" />
          </Button>
        </footer>
      </FormFrame>
    </Sheet>
  )
}

/** The file to write, initially the backend's suggestion. */
function usePath(): [string, (path: string) => void] {
  const saved = useSaved()
  const [path, setPath] = useState('')
  useEffect(() => {
    void saved.library.files.suggested().then((place) => setPath((typed) => (typed === '' ? place : typed)))
  }, [saved])
  return [path, setPath]
}

function Choices({ chosen, onChosen }: { chosen: string[]; onChosen(ids: string[]): void }) {
  const all = useSavedState((s) => s.connections) ?? []
  const whole = chosen.length === all.length
  const toggle = (id: string, on: boolean) => onChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className={style.box}>
      <legend className="vh">{sheetWords.toExport}</legend>
      <label className={style.all}>
        <input
          type="checkbox"
          checked={whole}
          ref={(box) => {
            if (box) box.indeterminate = !whole && chosen.length > 0
          }}
          onChange={() => onChosen(whole ? [] : all.map((c) => c.id))}
        />
        <span className="b">All</span>
        <span className="grow" />
        <span className="t3 num">
          {count(chosen.length)} of {count(all.length)}
        </span>
      </label>
      <div className={style.list}>
        {all.map((c) => (
          <label key={c.id} className={style.row}>
            <input type="checkbox" checked={chosen.includes(c.id)} onChange={(e) => toggle(c.id, e.target.checked)} />
            <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} />
            <span className="ell">{c.name}</span>
            <span className="ell t3 fs11 grow">{c.host}</span>
            <span className="ell t3 fs11">{c.group}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
