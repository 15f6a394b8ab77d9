import { Popover } from '@base-ui/react/popover'
import { CircleAlert, CircleCheck, CircleSlash, FileDown, X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import menu from '../../ui/Menu.module.css'
import { SmallIcon } from '../../ui/SmallIcon'
import { Bar } from './Bar'
import { ExportProgress } from './ExportProgress'
import style from './export.module.css'
import type { Exports, Item } from './exports'
import { NewExport } from './NewExport'
import { fileName, isRunning, stateWords } from './words'

/** The open sheet of an export. */
export function ExportSheet({ exports }: { exports: Exports }) {
  const sheet = useStore(exports.store, (s) => s.sheet)
  const items = useStore(exports.store, (s) => s.items)
  if (sheet?.kind === 'new') return <NewExport exports={exports} subject={sheet.subject} path={sheet.path} />
  const item = sheet && items.find(({ info }) => info.id === sheet.id)
  return item ? <ExportProgress exports={exports} item={item} /> : null
}

/** The running exports, and ended ones until they are dismissed: the button exists only if there are any. */
export function ExportsButton({ exports }: { exports: Exports }) {
  const items = useStore(exports.store, (s) => s.items)
  if (items.length === 0) return null
  const running = items.filter(({ info }) => isRunning(info)).length
  const failed = items.some(({ info }) => info.state === 'failed')
  const done = items.some(({ info }) => info.state === 'done')
  const ended = failed ? 'not all complete' : done ? 'all ended' : 'none complete'
  const name = `Exports, ${running > 0 ? `${running} running` : ended}`
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button quiet />} aria-label={name} data-tip={name}>
        <FileDown size={16} strokeWidth={1.5} aria-hidden="true" />
        {running > 0 ? (
          <span className={style.count}>{running}</span>
        ) : failed ? (
          <CircleAlert size={14} strokeWidth={1.75} className="fail" aria-hidden="true" />
        ) : done ? (
          <CircleCheck size={14} strokeWidth={1.75} className="ok" aria-hidden="true" />
        ) : (
          <CircleSlash size={14} strokeWidth={1.75} className="t3" aria-hidden="true" />
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} side="bottom" align="end" sideOffset={4}>
          <Popover.Popup className={`${menu.menu} ${style.list}`} aria-label="Exports">
            <ul>
              {items.map((item) => (
                <Line key={item.info.id} exports={exports} item={item} />
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const signs = {
  ...{ running: FileDown, waiting: FileDown, full: CircleAlert },
  ...{ done: CircleCheck, failed: CircleAlert, cancelled: CircleSlash },
}
const tones = { running: 't3', waiting: 't3', full: 'warn', done: 'ok', failed: 'fail', cancelled: 't3' }

function Line({ exports, item }: { exports: Exports; item: Item }) {
  const { info, subject } = item
  const Sign = signs[info.state]
  const runs = isRunning(info)
  return (
    <li className={style.item}>
      <Popover.Close onClick={() => exports.show(info.id)}>
        <span className={style.what}>
          <Sign size={14} strokeWidth={1.75} className={tones[info.state]} aria-hidden="true" />
          <span className="b ell">{info.object}</span>
          <span className="t3 fs11 ell">{fileName(info.path)}</span>
        </span>
        <span className="t3 fs11 ell">{stateWords(info, subject.nouns)}</span>
        {runs && <Bar info={info} label={`Exporting ${info.object}`} />}
      </Popover.Close>
      {runs ? (
        <SmallIcon
          icon={X}
          label={`Cancel the export of ${info.object}`}
          why={item.cancelling ? 'it is being cancelled' : ''}
          onClick={() => void exports.cancel(info.id)}
        />
      ) : (
        <SmallIcon icon={X} label={`Dismiss the export of ${info.object}`} onClick={() => exports.dismiss(info.id)} />
      )}
    </li>
  )
}
