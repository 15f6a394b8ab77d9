import { Shield } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Host } from '../../host'
import type { Theme } from '../../lib/theme'
import { FormGrid, FormHint, FormLabel, FormLine, FormSection } from '../../ui/Form'
import { FailureNotice, Notice } from '../../ui/Notice'
import { type Segment, Segments } from '../../ui/Segments'
import { Switch } from '../../ui/Switch'
import { usePlatform } from '../../window/platform'
import { General } from './general'
import style from './settings.module.css'
import { TextSizeFields } from './TextSizeFields'
import { UpdatesFields } from './UpdatesFields'
import { words } from './words'

const themes: Segment<Theme>[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
]

/** The theme, and what Quarry stores where. */
export function GeneralPane({ host }: { host: Host }) {
  const platform = usePlatform()
  const theme = useStore(platform.store, (s) => s.theme)
  const [general] = useState(() => new General(host))
  useEffect(() => void general.load(), [general])
  const { info, error } = useStore(general.store)
  return (
    <div className={style.scroll}>
      <FormGrid className={style.form}>
        {info && info.notice !== '' && (
          <Notice tone="warning">
            <div className="grow sel-text">{info.notice}</div>
          </Notice>
        )}
        {error && <FailureNotice error={error} />}
        <FormLabel>Appearance</FormLabel>
        <div className="row">
          <Segments
            label="Appearance"
            small
            value={theme}
            segments={themes}
            onValue={(t) => void platform.setTheme(t)}
          />
        </div>
        <TextSizeFields />
        <FormLine />
        <FormSection>Unsaved changes</FormSection>
        <FormLabel as="label" htmlFor="keep-unsaved">
          Keep unsaved changes
        </FormLabel>
        <div className="row">
          <Switch
            id="keep-unsaved"
            describedBy="keep-unsaved-hint"
            on={info?.keepUnsaved ?? true}
            off={!info}
            onChange={(keep) => void general.keepUnsaved(keep)}
          />
        </div>
        <FormHint as="span" id="keep-unsaved-hint">
          {words.unsaved}
        </FormHint>
        <FormLine />
        <FormSection>Secrets</FormSection>
        <FormLabel>Kept in</FormLabel>
        <span className="row g6">
          <Shield size={14} strokeWidth={1.5} aria-hidden="true" />
          {info?.secrets === 'memory' ? 'Memory, until you quit' : 'System keychain'}
        </span>
        <FormHint as="span">{words.secrets}</FormHint>
        <FormLine />
        <FormSection>Privacy</FormSection>
        <FormLabel className="top">Network</FormLabel>
        <span className="t2">{words.network}</span>
        <FormLine />
        <FormSection>Quarry</FormSection>
        <FormLabel>Version</FormLabel>
        <span className="num sel-text">{info?.version}</span>
        <UpdatesFields host={host} />
        <FormLabel>Profile</FormLabel>
        <span className="mono sel-text breaks">{info?.profile}</span>
        <FormHint as="span">{words.profile}</FormHint>
      </FormGrid>
    </div>
  )
}
