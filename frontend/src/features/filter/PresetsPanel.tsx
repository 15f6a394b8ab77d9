import { Popover } from '@base-ui/react/popover'
import { ChevronDown, Pencil, Star, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Preset } from '../../host'
import { isComposing } from '../../lib/keys'
import { counted } from '../../lib/words'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import menu from '../../ui/Menu.module.css'
import { SmallIcon } from '../../ui/SmallIcon'
import { useOpenings, usePopup } from '../../window/popup'
import styles from './Filter.module.css'
import type { Filtering } from './filter'
import { noFilter, noPresetName, noPresets } from './words'

/** The object's saved filters, which can be applied, saved, renamed and removed here. */
export function PresetsPanel({ filtering }: { filtering: Filtering }) {
  const popup = usePopup()
  const openings = useOpenings(popup.open)
  return (
    <Popover.Root {...popup}>
      <Popover.Trigger render={<Button quiet small />} aria-label="Presets">
        <Star size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.words}>Presets</span>
        <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} side="bottom" align="end" sideOffset={2}>
          <Popover.Popup className={`${menu.menu} ${styles.presets}`} aria-label="Presets">
            <List key={openings} filtering={filtering} onDone={() => popup.onOpenChange(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function List({ filtering, onDone }: { filtering: Filtering; onDone(): void }) {
  const { presets, error } = useStore(filtering.presets.store)
  const empty = useStore(filtering.store, ({ drafts }) => drafts.length === 0)
  const [name, setName] = useState('')
  const there = filtering.presets.has(name)
  const why = empty ? noFilter : name.trim() === '' ? noPresetName : ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (why === '' && (await filtering.presets.save(name, filtering.shown))) setName('')
  }
  return (
    <>
      {presets.length === 0 && <p className="t3">{noPresets}</p>}
      <ul className={styles.names} aria-label={`Presets, ${presets.length}`}>
        {presets.map((preset) => (
          <PresetRow key={preset.name} {...{ preset, filtering, onDone }} />
        ))}
      </ul>
      {error && (
        <p className={styles.refusal} role="alert">
          {error.failure.message}
        </p>
      )}
      <form className="row g4" onSubmit={(event) => void save(event)}>
        <TextField
          small
          className="grow"
          aria-label="Preset name"
          placeholder="Preset name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" small off={why !== ''} aria-description={why || undefined} data-tip={why || undefined}>
          {there ? 'Replace' : 'Save'}
        </Button>
      </form>
    </>
  )
}

interface PresetRowProps {
  preset: Preset
  filtering: Filtering
  onDone(): void
}

function PresetRow({ preset, filtering, onDone }: PresetRowProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (renamed === preset.name || (await filtering.presets.rename(preset.name, renamed ?? ''))) setRenamed(null)
  }
  if (renamed !== null) {
    return (
      <li>
        <form className="row g4" onSubmit={(event) => void rename(event)}>
          <TextField
            ref={(field) => void field?.focus()}
            small
            className="grow"
            aria-label={`New name for ${preset.name}`}
            maxLength={100}
            value={renamed}
            onChange={(event) => setRenamed(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
              event.stopPropagation()
              setRenamed(null)
            }}
          />
          <Button type="submit" small>
            Rename
          </Button>
        </form>
      </li>
    )
  }
  return (
    <li className="row g4">
      <button
        type="button"
        className={`ell grow ${styles.name}`}
        data-tip={`Apply ${preset.name}`}
        onClick={() => {
          onDone()
          void filtering.use(preset.filter)
        }}
      >
        {preset.name} <span className="t3">{counted(preset.filter.rows.length, 'condition')}</span>
      </button>
      <SmallIcon icon={Pencil} label={`Rename ${preset.name}`} onClick={() => setRenamed(preset.name)} />
      <SmallIcon
        icon={Trash2}
        label={`Remove ${preset.name}`}
        onClick={() => void filtering.presets.remove(preset.name)}
      />
    </li>
  )
}
