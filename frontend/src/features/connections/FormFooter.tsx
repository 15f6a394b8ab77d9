import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { Connection } from '../../host'
import style from './ConnectionForm.module.css'
import type { Editor } from './editor'
import { useSaved } from './saved'

/** The buttons of the form; a dimmed Save says what it needs. */
export function FormFooter({ editor, connection }: { editor: Editor; connection: Connection | null }) {
  const saved = useSaved()
  const { busy } = useStore(editor.store)
  const lacking = useStore(editor.store, () => editor.lacking)
  const ready = lacking === '' && busy === ''
  const off = ready ? '' : 'off'
  return (
    <footer>
      {lacking !== '' && (
        <p className={`${style.unsaved} fs12 t2`} id="save-needs">
          {lacking}
        </p>
      )}
      <button type="button" className="btn" aria-disabled={busy === 'save'} onClick={() => void editor.test()}>
        {busy === 'test' ? 'Stop Testing' : 'Test Connection'} <Hint of="form.test" />
      </button>
      {connection && (
        <button
          type="button"
          className="btn danger-text"
          onClick={() => saved.ports.show({ kind: 'delete', connection })}
        >
          Delete…
        </button>
      )}
      <span className="grow" />
      <button type="button" className="btn" onClick={() => saved.close()}>
        Cancel {!connection && <Hint of="dialog.cancel" />}
      </button>
      <button
        type="button"
        className={`btn ${off}`}
        aria-disabled={!ready}
        aria-describedby={lacking === '' ? undefined : 'save-needs'}
        onClick={() => void editor.save(false)}
      >
        Save <Hint of="form.save" />
      </button>
      <button
        type="submit"
        className={`btn primary ${off}`}
        aria-disabled={!ready}
        aria-describedby={lacking === '' ? undefined : 'save-needs'}
      >
        Save &amp; Connect <Hint of="dialog.confirm" />
      </button>
    </footer>
  )
}
