import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button'
import { Empty, EmptyActs } from '../ui/Empty'

interface FaultBoundaryProps {
  children: ReactNode
  onReload(): void
}

/** Shows what to do if the window cannot be drawn; without it, the window would stay blank. */
export class FaultBoundary extends Component<FaultBoundaryProps, { fault: string }> {
  override state = { fault: '' }

  static getDerivedStateFromError(error: unknown) {
    return { fault: String(error) || 'Error' }
  }

  override render() {
    const { children, onReload } = this.props
    const { fault } = this.state
    if (fault === '') return children
    return (
      <Empty as="main" over>
        <div role="alert">
          <h2 aria-level={1}>Something went wrong in this window</h2>
          <p>Reload it to continue. Your unsaved changes are kept.</p>
          <p>{fault}</p>
        </div>
        <EmptyActs className="row">
          <Button primary onClick={onReload}>
            Reload
          </Button>
        </EmptyActs>
      </Empty>
    )
  }
}
