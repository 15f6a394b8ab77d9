import type { HostError } from '../../../host'
import { titleOfError } from '../../../ui/errorTitles'

const titles = {
  auth: 'You do not have permission to read these rows',
  cancelled: 'Loading was cancelled',
}

/** What happened, as the title over an error. */
export const errorTitle = (error: HostError): string => titleOfError(error, titles)
