import type { HostError } from '../../../host'
import { titleOfError } from '../../../ui/errorTitles'

const titles = {
  auth: 'You do not have permission to read these rows',
  cancelled: 'Loading was cancelled',
}

/** The title of an error. */
export const errorTitle = (error: HostError): string => titleOfError(error, titles)
