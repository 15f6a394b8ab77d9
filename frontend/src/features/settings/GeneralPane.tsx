import { Shield } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Host } from '../../host'
import type { Theme } from '../../lib/theme'
import { FailureNotice, Notice } from '../../ui/Notice'
import { type Segment, Segments } from '../../ui/Segments'
import { Switch } from '../../ui/Switch'
import { usePlatform } from '../../window/platform'
import { General } from './general'
import style from './settings.module.css'
import { TextSizeFields } from './TextSizeFields'
import { words } from './words'

const themes: Segment<Theme>[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
]

/** The theme, and what Quarry keeps where. */
export function GeneralPane({ host }: { host: Host }) {
  const platform = usePlatform()
  const theme = useStore(platform.store, (s) => s.theme)
  const [general] = useState(() => new General(host))
  useEffect(() => void general.load(), [general])
  const { info, error } = useStore(general.store)
  return (
    <div className={style.scroll}>
      <div className={`form ${style.form}`}>
        {info && info.notice !== '' && (
          <Notice tone="warn2">
            <div className="grow sel-text">{info.notice}</div>
          </Notice>
        )}
        {error && <FailureNotice error={error} />}
        <span className="formlabel">Appearance</span>
        <div className="row">
          <Segments
            label="Appearance"
            className="sm"
            value={theme}
            segments={themes}
            onValue={(t) => void platform.setTheme(t)}
          />
        </div>
        <TextSizeFields />
        <div className="sep" />
        <h2 className="sec">Unsaved changes</h2>
        <label className="formlabel" htmlFor="keep-unsaved">
          Keep unsaved changes
        </label>
        <div className="row">
          <Switch
            id="keep-unsaved"
            describedBy="keep-unsaved-hint"
            on={info?.keepUnsaved ?? true}
            off={!info}
            onChange={(keep) => void general.keepUnsaved(keep)}
          />
        </div>
        <span className="hint" id="keep-unsaved-hint">
          {words.unsaved}
        </span>
        <div className="sep" />
        <h2 className="sec">Secrets</h2>
        <span className="formlabel">Kept in</span>
        <span className="row g6">
          <Shield size={14} strokeWidth={1.5} aria-hidden="true" />
          {info?.secrets === 'memory' ? 'Memory, until you quit' : 'System keychain'}
        </span>
        <span className="hint">{words.secrets}</span>
        <div className="sep" />
        <h2 className="sec">Privacy</h2>
        <span className="formlabel top">Network</span>
        <span className="t2">{words.network}</span>
        <div className="sep" />
        <h2 className="sec">Quarry</h2>
        <span className="formlabel">Version</span>
        <span className="num sel-text">{info?.version}</span>
        <span className="formlabel">Profile</span>
        <span className="mono sel-text breaks">{info?.profile}</span>
        <span className="hint">{words.profile}</span>
      </div>
    </div>
  )
}
