import { ChooseDatabase } from './ChooseDatabase'
import type { DriverSheet } from './drivers'
import { InstallOffer } from './InstallOffer'

/** The sheets of the drivers. */
export function DriverSheets({ sheet }: { sheet: DriverSheet }) {
  return sheet.kind === 'choose' ? <ChooseDatabase /> : <InstallOffer {...sheet} />
}
