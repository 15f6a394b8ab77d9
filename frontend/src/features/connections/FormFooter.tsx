import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { Connection } from '../../host'
import { Button } from '../../ui/Button'
import { described } from '../../ui/tips'
import style from './ConnectionForm.module.css'
import type { Editor } from './editor'
import { useSaved } from './saved'

/** The buttons of the form; a dimmed Save says what it needs. */
export function FormFooter({ editor, connection }: { editor: Editor; connection: Connection | null }) {
  const saved = useSaved()
  const { busy } = useStore(editor.store)
  const lacking = useStore(editor.store, () => editor.lacking)
  const ready = lacking === '' && busy === ''
  return (
    <footer>
      {lacking !== '' && (
        <p className={`${style.unsaved} fs12 t2`} id="save-needs">
          {lacking}
        </p>
      )}
      <Button aria-disabled={busy === 'save'} onClick={() => void editor.test()}>
        {busy === 'test' ? 'Stop Testing' : 'Test Connection'} <Hint of="form.test" />
      </Button>
      {connection && (
        <Button
          dangerText
          off={editor.fixed !== ''}
          onClick={() => editor.fixed === '' && saved.ports.show({ kind: 'delete', connection })}
          {...described(editor.fixed || undefined)}
        >
          Delete…
        </Button>
      )}
      <span className="grow" />
      <Button onClick={() => saved.close()}>Cancel {!connection && <Hint of="dialog.cancel" />}</Button>
      <Button
        off={!ready}
        aria-describedby={lacking === '' ? undefined : 'save-needs'}
        onClick={() => void editor.save(false)}
      >
        Save <Hint of="form.save" />
      </Button>
      <Button type="submit" primary off={!ready} aria-describedby={lacking === '' ? undefined : 'save-needs'}>
        Save &amp; Connect <Hint of="dialog.confirm" />
      </Button>
    </footer>
  )
}
