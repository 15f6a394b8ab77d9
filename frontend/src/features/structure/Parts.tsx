import { useStore } from 'zustand'
import { Segments } from '../../ui/Segments'
import type { Structure } from './structure'
import { words } from './words'

/** The parts of a structure: the table of fields, and each definition. */
export function Parts({ structure }: { structure: Structure }) {
  const names = useStore(structure.store, (s) => s.names)
  useStore(structure.store, (s) => s.view)
  useStore(structure.store, (s) => s.chosen)
  const segments = [
    { value: '', title: words.fields },
    ...(names ?? []).map(({ name, title }) => ({ value: name, title })),
  ]
  return (
    <Segments
      small
      label="Part"
      segments={segments}
      value={structure.shown}
      onValue={(name) => structure.choose(name)}
    />
  )
}
