import { useEffect, useRef, useState } from 'react'
import type { FilledForm, URLRule } from '../../host'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormGrid, FormHint } from '../../ui/Form'
import { SheetForm } from './SheetForm'
import { useSaved } from './saved'
import { sheetWords } from './sheetWords'
import style from './URLSheet.module.css'
import { useTry } from './useTry'

/** Starts a new connection from a URL. */
export function URLSheet({ text }: { text: string }) {
  const saved = useSaved()
  const [url, setURL] = useState(text)
  const [forms, setForms] = useState<FilledForm[]>([])
  const { error, busy, run } = useTry()
  const field = useRef<HTMLInputElement>(null)
  const ready = url.trim() !== '' && !busy
  return (
    <SheetForm
      title={sheetWords.fromURL}
      about={sheetWords.aboutURL}
      width={540}
      initialFocus={field}
      error={error}
      submit="Continue"
      ready={ready}
      onSubmit={() => void run(async () => setForms(await saved.library.takeURL(url)))}
    >
      <FormGrid short>
        <label htmlFor="connection-url">URL</label>
        <TextField
          ref={field}
          id="connection-url"
          className="mono"
          value={url}
          placeholder="scheme://user:password@host:port/prefix"
          autoComplete="off"
          spellCheck={false}
          onChange={(e) => {
            setURL(e.target.value)
            setForms([])
          }}
        />
        <Rules />
      </FormGrid>
      {forms.length > 1 && <Choice forms={forms} />}
    </SheetForm>
  )
}

/** Which databases have URLs, and why the others have none. */
function Rules() {
  const saved = useSaved()
  const [rules, setRules] = useState<URLRule[]>([])
  useEffect(() => {
    const end = new AbortController()
    void saved.library.urlRules(end.signal).then(setRules)
    return () => end.abort()
  }, [saved])
  return rules.map((rule) => (
    <FormHint key={rule.driver}>
      {rule.none === '' ? `${rule.title}: ${rule.schemes.map((s) => `${s}://`).join(' or ')}` : rule.none}
    </FormHint>
  ))
}

function Choice({ forms }: { forms: FilledForm[] }) {
  const { library } = useSaved()
  return (
    <div className={`row g6 ${style.choice}`}>
      {forms.map((form) => (
        <Button key={form.driver} onClick={() => void library.fill(form)}>
          {form.title}
        </Button>
      ))}
    </div>
  )
}
