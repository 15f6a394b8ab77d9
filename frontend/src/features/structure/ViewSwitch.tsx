import { useStore } from 'zustand'
import { shownKeys } from '../../commands/keys'
import { type CommandId, table } from '../../commands/table'
import { Segments } from '../../ui/Segments'
import { useMac } from '../../window/platform'
import type { Structure, View } from './structure'
import { words } from './words'

const views: { value: View; command: CommandId; tip: string }[] = [
  { value: 'data', command: 'view.data', tip: words.data },
  { value: 'structure', command: 'view.structure', tip: words.structure },
  { value: 'json', command: 'view.json', tip: words.json },
]

/** What a tab shows of its object: rows, fields, or its definitions. */
export function ViewSwitch({ structure }: { structure: Structure }) {
  const view = useStore(structure.store, (s) => s.view)
  const mac = useMac()
  const segments = views.map(({ value, command, tip }) => {
    const { mac: onMac, win } = shownKeys(command)
    const shows = (value === 'structure' && structure.words) || tip
    return { value, title: table[command].title, tip: `${shows} (${mac ? onMac : win})` }
  })
  return <Segments label="View" segments={segments} value={view} onValue={(value) => structure.show(value)} />
}
