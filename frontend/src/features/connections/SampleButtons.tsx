import { BookOpen, ChevronDown } from 'lucide-react'
import { Button } from '../../ui/Button'
import { MenuButton } from '../../window/MenuButton'
import style from './SampleButtons.module.css'
import { useSaved } from './saved'
import { words } from './words'

interface SampleButtonsProps {
  small?: boolean
  /** Whether the user can choose among the sample data of several databases. */
  several: boolean
}

/** Opens sample data: that of the first database whose driver is installed, or of one chosen from a menu. */
export function SampleButtons({ small, several }: SampleButtonsProps) {
  const saved = useSaved()
  return (
    <span className={style.pair}>
      <Button small={small} onClick={() => void saved.ports.sample()}>
        <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" /> Try with Sample Data
      </Button>
      {several && (
        <MenuButton
          of={() => saved.samples()}
          render={<Button small={small} icon />}
          aria-label={words.chooseSample}
          data-tip={words.chooseSample}
        >
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </MenuButton>
      )}
    </span>
  )
}
