import type { FigureAction } from '../../host'
import type { DashboardTab } from './tab'

interface ExplainButtonProps {
  tab: DashboardTab
  action: FigureAction
  className?: string | undefined
}

/** Explains a figure. */
export function ExplainButton({ tab, action, className = '' }: ExplainButtonProps) {
  return (
    <button type="button" className={`btn quiet sm ${className}`} onClick={() => void tab.explain(action)}>
      {action.title}…
    </button>
  )
}
