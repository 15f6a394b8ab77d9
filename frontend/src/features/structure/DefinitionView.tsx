import { useRef } from 'react'
import { useFindField } from '../../commands/context'
import { CopyButton } from '../../ui/CopyButton'
import { FindInText } from '../../ui/FindField'
import { Stage } from '../../ui/Stage'
import { TextView } from '../../ui/TextView'
import { useFind } from '../../ui/text/useFind'
import { Parts } from './Parts'
import { ReadOnlyNote } from './ReadOnlyNote'
import type { Definition, Structure } from './structure'
import style from './structure.module.css'

interface DefinitionViewProps {
  structure: Structure
  name: string
  definition: Definition
}

/** A definition as JSON, as the engine returned it, which can be searched and copied. */
export function DefinitionView({ structure, name, definition }: DefinitionViewProps) {
  const { text, info } = definition
  const find = useFind(text)
  const field = useRef<HTMLInputElement>(null)
  useFindField(field)
  const title = structure.store.getState().names?.find((n) => n.name === name)?.title ?? name
  return (
    <Stage data-pane="grid">
      <div className={style.bar}>
        <Parts structure={structure} />
        <FindInText ref={field} label={`Find in ${title.toLowerCase()}`} width={200} find={find} />
        <CopyButton label="Copy" text={text} sign small />
        <span className="grow" />
        <ReadOnlyNote text={info.note} />
      </div>
      <TextView label={`${title} of ${structure.object}`} text={text} language="json" find={find} />
    </Stage>
  )
}
