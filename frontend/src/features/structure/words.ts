import type { HostError } from '../../host'
import { count, counted, size } from '../../lib/words'
import { titleOfError } from '../../ui/errorTitles'
import type { Definition, FieldTable } from './structure'

const titles = {
  auth: 'You do not have permission to read this',
  cancelled: 'Loading was cancelled',
  unsupported: 'Nothing to show',
}

/** The fixed sentences of the structure. */
export const words = {
  data: 'The rows',
  structure: 'Fields',
  json: 'The documents of the page as JSON',
  filter: 'Filter fields',
  fields: 'Fields',
  unread: 'Could not be loaded',
  took: 'Load time',
}

/** The title of an error. */
export function refusedTitle(error: HostError): string {
  return titleOfError(error, titles)
}

/** The number of fields shown: "18 fields", "3 of 18 fields". */
export function fieldsWords(table: FieldTable | null, shown: number): string {
  if (!table) return ''
  const all = table.block.rows
  return shown === all ? counted(all, 'field') : `${count(shown)} of ${counted(all, 'field')}`
}

/** How long a definition is: "214 lines, 6.2 kB". */
export function definitionWords(definition: Definition | null): string {
  if (!definition) return ''
  return `${counted(definition.lines, 'line')}, ${size(String(definition.bytes))}`
}
