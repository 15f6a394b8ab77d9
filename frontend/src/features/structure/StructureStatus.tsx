import { useMemo } from 'react'
import { useStore } from 'zustand'
import { duration } from '../../lib/words'
import { RowsRead, StatusLine } from '../../ui/StatusLine'
import { withTip } from '../../ui/tips'
import { Fields } from './fields'
import type { Structure } from './structure'
import style from './structure.module.css'
import { ViewSwitch } from './ViewSwitch'
import { definitionWords, fieldsWords, words } from './words'

/** The size of the shown part, and its load time. */
export function StructureStatus({ structure }: { structure: Structure }) {
  const { fields, definitions, filter, chosen: name } = useStore(structure.store)
  const shown = useMemo(
    () => (fields.value ? new Fields(fields.value.block, filter, null).rowCount : 0),
    [fields.value, filter],
  )
  const definition = definitions[name]
  const part = name === '' ? fields : definition
  const amount = name === '' ? fieldsWords(fields.value, shown) : definitionWords(definition?.value ?? null)
  const elapsed = part?.value?.info.elapsed
  return (
    <StatusLine aria-label={`Structure of ${structure.object}`} data-pane="status">
      <ViewSwitch structure={structure} />
      <RowsRead role="status">
        <span className="b">{amount || (part?.reading ? 'Loading' : '')}</span>
        {amount !== '' && <span className="t3">of {structure.object}</span>}
      </RowsRead>
      <span className="grow" />
      {elapsed !== undefined && (
        <span className={`t3 ${style.took}`} {...withTip(words.took)}>
          {duration(elapsed)}
        </span>
      )}
    </StatusLine>
  )
}
