import type { FigureAction } from '../../host'
import { Button } from '../../ui/Button'
import type { DashboardTab } from './tab'

interface ExplainButtonProps {
  tab: DashboardTab
  action: FigureAction
  className?: string | undefined
}

/** Explains a figure. */
export function ExplainButton({ tab, action, className = '' }: ExplainButtonProps) {
  return (
    <Button quiet small className={className} onClick={() => void tab.explain(action)}>
      {action.title}…
    </Button>
  )
}
