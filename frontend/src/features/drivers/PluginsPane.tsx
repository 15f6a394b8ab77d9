import { FileDown, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { type Segment, Segments } from '../../ui/Segments'
import { BrowseList } from './BrowseList'
import { useDrivers } from './drivers'
import style from './drivers.module.css'
import { InstalledList } from './InstalledList'
import { PluginQuestions } from './PluginQuestions'

type List = 'installed' | 'browse'

const lists: Segment<List>[] = [
  { value: 'installed', title: 'Installed' },
  { value: 'browse', title: 'Browse' },
]

/** The drivers: the installed ones, and those in the registry. */
export function PluginsPane() {
  const drivers = useDrivers()
  const plugins = useStore(drivers.plugins.store, (s) => s.plugins)
  const checking = useStore(drivers.plugins.store, (s) => s.checking)
  const [chosen, choose] = useState<List | null>(null)
  // Once the drivers are known, the list is fixed: installing or removing one does not switch lists.
  if (chosen === null && plugins) choose(plugins.length === 0 ? 'browse' : 'installed')
  const list = chosen ?? 'installed'
  return (
    <>
      <div className={`row ${style.bar}`}>
        <Segments label="Plugins" value={list} segments={lists} onValue={(to: List) => choose(to)} />
        <span className="grow" />
        <Button small off={checking} onClick={() => void drivers.plugins.check(true)}>
          <RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" />
          {checking ? 'Checking…' : 'Check for Updates'}
        </Button>
        <Button small onClick={() => drivers.plugins.ask({ kind: 'file' })}>
          <FileDown size={14} strokeWidth={1.5} aria-hidden="true" />
          Install from File…
        </Button>
      </div>
      <div className={style.list}>
        {list === 'installed' ? <InstalledList onBrowse={() => choose('browse')} /> : <BrowseList />}
      </div>
      <PluginQuestions onRefused={() => choose('installed')} />
    </>
  )
}
