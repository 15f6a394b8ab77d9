import type { ReactNode, RefObject } from 'react'
import { Hint } from '../../commands/Hint'
import type { HostError } from '../../host'
import { Button } from '../../ui/Button'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { FormFrame, SheetContent } from '../../ui/SheetParts'
import { useSaved } from './saved'

interface SheetFormProps {
  title: string
  /** The accessible name of the sheet, if its title alone is ambiguous. */
  label?: string
  about?: string
  width: number
  initialFocus?: RefObject<HTMLInputElement | null>
  error: HostError | null
  /** The label of the default button, and whether it is enabled. */
  submit: string
  ready: boolean
  /** A button at the other end of the footer. */
  other?: ReactNode
  onSubmit(): void
  children: ReactNode
}

/**
 * A sheet with a few fields over the list of connections: a title, the fields, why the last attempt failed, and two
 * buttons.
 */
export function SheetForm(props: SheetFormProps) {
  const { title, label = title, about, width, initialFocus, error, submit, ready, other, onSubmit, children } = props
  const saved = useSaved()
  return (
    <Sheet label={label} width={width} initialFocus={initialFocus} onClose={() => saved.close()}>
      <FormFrame
        onSubmit={(e) => {
          e.preventDefault()
          if (ready) onSubmit()
        }}
      >
        <header>
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </header>
        <SheetContent>
          {children}
          {error && <FailureNotice error={error} />}
        </SheetContent>
        <footer>
          {other}
          <span className="grow" />
          <Button onClick={() => saved.close()}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button type="submit" primary off={!ready}>
            {submit} <Hint of="dialog.confirm" />
          </Button>
        </footer>
      </FormFrame>
    </Sheet>
  )
}
