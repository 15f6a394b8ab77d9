import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, LockOpen, ShieldAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../../commands/Hint'
import { organisationWords } from '../../../lib/organisation'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import menu from '../../../ui/Menu.module.css'
import { FailureNotice } from '../../../ui/Notice'
import { SafeMode } from '../../../ui/SafeMode'
import { described } from '../../../ui/tips'
import { usePopup } from '../../../window/popup'
import { safeModes, safeModeTip, safeModeWords } from '../words'
import style from './SafeModeMenu.module.css'
import type { Safety } from './safety'

/** The safe mode of a connection, and the menu to change it. */
export function SafeModeMenu({ safety }: { safety: Safety }) {
  const mode = useStore(safety.store, (s) => s.mode)
  const popup = usePopup()
  return (
    <Menu.Root {...popup}>
      <Menu.Trigger render={<Button quiet small className={`g4 ${style.safeMode}`} />} {...described(safeModeTip)}>
        {mode === 'off' ? (
          <>
            <LockOpen size={14} strokeWidth={1.5} aria-hidden="true" /> Safe mode off
          </>
        ) : (
          <SafeMode mode={mode} />
        )}
        <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} sideOffset={4} align="start">
          <Menu.Popup className={menu.menu} aria-label="Safe Mode">
            <Menu.RadioGroup value={mode} onValueChange={(to: string) => void safety.choose(to)}>
              {safeModes.map(({ id, title, text }) => (
                <Menu.RadioItem
                  key={id}
                  value={id}
                  className={`${menu.item} ${safety.allows(id) ? '' : menu.dim}`}
                  disabled={!safety.allows(id)}
                  closeOnClick
                >
                  <span className={menu.check}>
                    <Menu.RadioItemIndicator>
                      <Check size={12} strokeWidth={2} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {title} <span className={menu.why}>{safety.allows(id) ? text : organisationWords.notAllowed}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Asks before a looser safe mode takes effect, and reports if one could not be saved. */
export function SafeModeAlert({ safety, name }: { safety: Safety; name: string }) {
  const { mode, question, error } = useStore(safety.store)
  if (!question && !error) return null
  const close = () => safety.dismiss()
  if (!question)
    return (
      <Alert
        icon={ShieldAlert}
        tone="fail"
        title={safeModeWords.unsaved}
        onClose={close}
        actions={
          <Button primary onClick={close}>
            OK <Hint of="dialog.confirm" />
          </Button>
        }
      >
        <p>{safeModeWords.inForce(name, mode)}</p>
        {error && <FailureNotice error={error} />}
      </Alert>
    )
  return (
    <Alert
      icon={ShieldAlert}
      tone="warn"
      warns
      title={safeModeWords.ask(name, mode)}
      onClose={close}
      actions={
        <>
          <Button primary onClick={close}>
            {safeModeWords.keep(mode)} <Hint of="dialog.cancel" />
          </Button>
          <Button onClick={() => void safety.consent()}>{safeModeWords.switchTo(question.mode)}</Button>
        </>
      }
    >
      <p>{safeModeWords.means(question)}</p>
    </Alert>
  )
}
