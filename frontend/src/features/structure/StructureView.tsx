import { useStore } from 'zustand'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ErrorCard } from '../../ui/ErrorCard'
import { Stage } from '../../ui/Stage'
import { withTip } from '../../ui/tips'
import { WaitingRows } from '../../ui/WaitingRows'
import { useMac } from '../../window/platform'
import { DefinitionView } from './DefinitionView'
import { FieldsView } from './FieldsView'
import { Parts } from './Parts'
import { StructureStatus } from './StructureStatus'
import type { Structure } from './structure'
import style from './structure.module.css'
import { refusedTitle, words } from './words'

/** The structure of a tab's object: the table of its fields, or one of its definitions as JSON. */
export function StructureView({ structure }: { structure: Structure }) {
  const state = useStore(structure.store)
  const mac = useMac()
  const { shown } = structure
  const definition = shown === '' ? undefined : state.definitions[shown]
  const part = shown === '' ? state.fields : definition
  return (
    <>
      {part?.error && part.value !== null && (
        <Banner tone="failure">
          <span className="grow ell sel-text" {...withTip()}>
            <span className="b">{refusedTitle(part.error)}.</span> {part.error.failure.message}
          </span>
          <Button small onClick={() => structure.refresh()}>
            Try Again
          </Button>
        </Banner>
      )}
      {part?.error && part.value === null ? (
        <Refused structure={structure} />
      ) : shown === '' && state.fields.value ? (
        <FieldsView structure={structure} table={state.fields.value} mac={mac} />
      ) : definition?.value ? (
        <DefinitionView key={shown} structure={structure} name={shown} definition={definition.value} />
      ) : (
        <Stage data-pane="grid">
          <WaitingRows />
        </Stage>
      )}
      <StructureStatus structure={structure} />
    </>
  )
}

/** Shown in place of a part that could not be loaded; the other parts can still be chosen. */
function Refused({ structure }: { structure: Structure }) {
  const state = useStore(structure.store)
  const { shown } = structure
  const error = shown === '' ? state.fields.error : state.definitions[shown]?.error
  if (!error) return null
  return (
    <Stage data-pane="grid">
      <div className={style.bar}>
        <Parts structure={structure} />
      </div>
      <ErrorCard error={error} title={refusedTitle(error)} label={words.unread} onRetry={() => structure.refresh()} />
    </Stage>
  )
}
