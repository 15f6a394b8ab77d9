import { Popover } from '@base-ui/react/popover'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { givesWay } from '../../ui/fitRow'
import menu from '../../ui/Menu.module.css'
import { usePopup } from '../../window/popup'
import { named, type SelectedFigures, shortened } from './selected'
import style from './statistics.module.css'

interface SelectionFiguresProps {
  selected: SelectedFigures
  /** The order in which they are left out of a narrow row: from the last figure to the second, then all. */
  gives: { whole: number; each: number }
}

/** The figures of the selected cells in the status bar; a press shows all of them, for copying. */
export function SelectionFigures({ selected, gives }: SelectionFiguresProps) {
  const figures = useStore(selected.store, (s) => s.figures)
  const popup = usePopup()
  if (!figures) return null
  const all = named(figures)
  const left = figures.left.length > 0
  return (
    <Popover.Root {...popup}>
      <Popover.Trigger
        render={<Button quiet small className={style.selected} />}
        aria-label={`Selection summary: ${all.map((figure) => figure.join(' ')).join(', ')}`}
        {...givesWay(gives.whole)}
        data-tip={left ? `Excluded:  ${figures.left.join('; ')}` : 'Selection summary'}
      >
        {all.map(([name, value], at) => (
          <span key={name} {...(at > 0 && givesWay(gives.each + at))}>
            <span className="t3">{name}</span> {shortened(value)}
          </span>
        ))}
        {left && <span className="warn">*</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={menu.layer} side="top" align="start" sideOffset={4}>
          <Popover.Popup className={`${menu.menu} ${style.selection}`} aria-label="Selection summary">
            <dl className={style.figures}>
              {all.map(([name, value]) => (
                <div key={name} className={style.figure}>
                  <dt>{name}</dt>
                  <dd className="sel-text">{value}</dd>
                </div>
              ))}
            </dl>
            {figures.left.map((text) => (
              <p key={text} className={style.note}>
                {text}
              </p>
            ))}
            <CopyButton label="Copy" text={all.map((figure) => figure.join('\t')).join('\n')} sign small />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
