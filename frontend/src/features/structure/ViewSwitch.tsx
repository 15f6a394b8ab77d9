import { useStore } from 'zustand'
import { Segments } from '../../ui/Segments'
import type { Structure, View } from './structure'

const views: { value: View; title: string; tip: string }[] = [
  { value: 'data', title: 'Data', tip: 'The rows (Alt+1)' },
  { value: 'structure', title: 'Structure', tip: 'The fields and their attributes (Alt+2)' },
  { value: 'json', title: 'JSON', tip: 'Raw mapping and settings (Alt+3)' },
]

/** What a tab shows of its object: rows, fields, or its definitions. */
export function ViewSwitch({ structure }: { structure: Structure }) {
  const view = useStore(structure.store, (s) => s.view)
  return <Segments label="View" segments={views} value={view} onValue={(value) => structure.show(value)} />
}
