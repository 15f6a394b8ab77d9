import { useEffect, useRef, useState } from 'react'
import { Hint } from '../../commands/Hint'
import type { FilledForm, URLRule } from '../../host'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { useSaved } from './saved'
import { sheetWords } from './sheetWords'
import { useTry } from './useTry'

/** Begins a new connection with a URL. */
export function URLSheet({ text }: { text: string }) {
  const saved = useSaved()
  const [url, setURL] = useState(text)
  const [forms, setForms] = useState<FilledForm[]>([])
  const { error, busy, run } = useTry()
  const field = useRef<HTMLInputElement>(null)
  const ready = url.trim() !== '' && !busy
  return (
    <Sheet label={sheetWords.fromURL} width={540} initialFocus={field} onClose={() => saved.close()}>
      <form
        className="connform"
        onSubmit={(e) => {
          e.preventDefault()
          if (ready) void run(async () => setForms(await saved.library.takeURL(url)))
        }}
      >
        <header>
          <h1>{sheetWords.fromURL}</h1>
          <p>{sheetWords.aboutURL}</p>
        </header>
        <div className="ct">
          <div className="form short">
            <label htmlFor="connection-url">URL</label>
            <input
              ref={field}
              id="connection-url"
              className="field mono"
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
          </div>
          {forms.length > 1 && <Choice forms={forms} />}
          {error && <FailureNotice error={error} />}
        </div>
        <footer>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => saved.close()}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="submit" className={`btn primary ${ready ? '' : 'off'}`} aria-disabled={!ready}>
            Continue <Hint of="dialog.confirm" />
          </button>
        </footer>
      </form>
    </Sheet>
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
    <p key={rule.driver} className="hint">
      {rule.none === '' ? `${rule.title}: ${rule.schemes.map((s) => `${s}://`).join(' or ')}` : rule.none}
    </p>
  ))
}

function Choice({ forms }: { forms: FilledForm[] }) {
  const { library } = useSaved()
  return (
    <div className="row g6 urlchoice">
      {forms.map((form) => (
        <button key={form.driver} type="button" className="btn" onClick={() => void library.fill(form)}>
          {form.title}
        </button>
      ))}
    </div>
  )
}
