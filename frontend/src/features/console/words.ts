import type { ConsolePlan, ConsoleResponse, FailedParts, HostError, SessionInfo } from '../../host'
import { statusText } from '../../lib/http'
import { count, counted, duration, nanoseconds, percent, size } from '../../lib/words'
import { titleOfError } from '../../ui/errorTitles'
import type { StoreGaps } from './storeGaps'
import type { View } from './view'

/** Method, path and query of a request. */
export function requestLine(plan: Pick<ConsolePlan, 'method' | 'path' | 'query'>): string {
  return `${plan.method} ${plan.path}${plan.query === '' ? '' : `?${plan.query}`}`
}

/** A request among several: its method and path, or its position if it is not a request. */
export function outcomeLine(plan: ConsolePlan): string {
  return plan.failure ? `Line ${plan.line}` : `${plan.method} ${plan.path}`
}

/** The content of a request below its first line: "212 bytes of application/json". */
export function bodyWords({ size, contentType, body }: Pick<ConsolePlan, 'size' | 'contentType' | 'body'>): string {
  if (size === '0') return 'No body'
  const bytes = size === '1' ? '1 byte' : `${count(size)} bytes`
  const shown = new TextEncoder().encode(body).length
  const cut = body !== '' && shown < Number(size) ? `, first ${count(String(shown))} shown` : ''
  return `Body: ${bytes} of ${contentType}${cut}`
}

type Found = Pick<ConsoleResponse, 'total' | 'atLeast' | 'count' | 'groups' | 'allGroups'>

/** How much of the matches a response contains: "50 of 18,402 hits", "1 group, 2 documents"; '' if it says neither. */
export function hitWords({ total, atLeast, count: has, groups, allGroups }: Found): string {
  if (groups !== '') return `${partWords(groups, allGroups || groups, 'group')}, ${partWords(has, total, 'document')}`
  if (total === '') return has === '' ? '' : counted(has, 'row')
  const all = `${atLeast ? 'at least ' : ''}${counted(total, 'hit')}`
  if (has === '') return `${all} found`
  return has === total && !atLeast ? all : `${count(has)} of ${all}`
}

/** Some out of all: "3 groups", "3 of 20 groups". */
function partWords(some: string, all: string, one: string): string {
  return some === all ? counted(all, one) : `${count(some)} of ${counted(all, one)}`
}

/**
 * What a response contains, how long it took and how large it is: "50 of 18,402 hits, took 12 ms, 31 ms total, 84 kB".
 */
export function responseWords(response: Measured): string {
  return responseParts(response)
    .map(({ text }) => text)
    .join(', ')
}

type Measured = Pick<ConsoleResponse, 'elapsed' | 'size' | 'took'> & Found

/** The parts of these words, each with the order in which it is left out if space is short. */
export function responseParts(response: Measured): { text: string; gives: number }[] {
  const { elapsed, took } = response
  const parts = [
    { text: hitWords(response), gives: 1 },
    { text: took === '' ? duration(elapsed) : `took ${duration(Number(took))}`, gives: 2 },
    { text: took === '' ? '' : `${duration(elapsed)} total`, gives: 4 },
    { text: response.size === '0' ? 'empty' : size(response.size), gives: 3 },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The announcement of a response for screen readers. */
export function responseLabel(response: ConsoleResponse): string {
  const failed = failureText(response)
  return `${failed === '' ? '' : `${failed} `}${statusText(response.status)}, ${responseWords(response)}`
}

/**
 * Which parts of a request failed, and why the first one did: "2 of 3 operations failed. First error:  ..."; '' for
 * none.
 */
export function failedText({ some, count: failed, all, noun, why }: FailedParts): string {
  if (!some) return ''
  if (noun === '') return why
  const reason = why && failed !== '1' ? `First error: ${why}` : why
  if (failed === '') return `Some ${noun} failed. ${reason}`.trim()
  if (all === '') return `${count(failed)} of the ${noun} failed. ${reason}`.trim()
  const many = failed === all && failed !== '1' ? `All ${count(all)}` : `${count(failed)} of ${count(all)}`
  return `${many} ${noun} failed. ${reason}`.trim()
}

/** Which parts of a request failed, and what to do about it or about a response that is an error; '' for none. */
export function failureText({ failed, hint }: Pick<ConsoleResponse, 'failed' | 'hint'>): string {
  const said = failedText(failed)
  if (said === '' || hint === '') return said || hint
  return `${/[.!?]$/.test(said) ? said : `${said}.`} ${hint}`
}

/** How much of a long response is shown, '' for all of it. */
export function shownWords(shown: number, whole: string): string {
  return shown >= Number(whole) ? '' : `Showing the first ${size(String(shown))} of ${size(whole)}.`
}

/** The matches in the loaded part of a response, 0 for all of it, and how many there are in all of it. */
export function foundInWords(found: string, part: number, whole: string, all: string): string {
  if (found === '' || part === 0) return found
  const inPart = `${found} in the first ${size(String(part))}`
  return all === '' ? inPart : `${inPart}, ${count(all)} in all ${size(whole)}`
}

/** The format and size of a response that is not text. */
export function binaryWords({ binary, size: bytes }: Pick<ConsoleResponse, 'binary' | 'size'>): string {
  return `This response is ${binary}, not text (${size(bytes)}).`
}

/** How much of a text cannot be displayed. */
export function damagedWords({ damaged }: Pick<ConsoleResponse, 'damaged'>): string {
  const many = damaged === '1' ? 'byte is' : 'bytes are'
  return `${count(damaged)} ${many} not valid UTF-8 and ${damaged === '1' ? 'is' : 'are'} shown as \ufffd. A saved file has the original bytes.`
}

const titles = {
  auth: 'Authentication failed',
  unsupported: 'Not sent',
}

/** What happened to a request that has no response. */
export function failureTitle(error: HostError, line?: number): string {
  if (error.failure.code === 'sql' && line !== undefined) return `Not sent: line ${line} is SQL, not a request`
  return titleOfError(error, titles)
}

/** The first line of a text that is not a comment, definition or blank line. */
export function firstLine(text: string): string {
  return text.split('\n').find((line) => !/^\s*(?:#|\/\/|@|$)/.test(line)) ?? ''
}

/** A search's number of hits: "18,402, exact", "at least 10,000". */
export function totalWords({ total, atLeast }: Pick<ConsoleResponse, 'total' | 'atLeast'>): string {
  return atLeast ? `at least ${count(total)}` : `${count(total)}, exact`
}

export const words = {
  noneRequested: (what: string) => `${what}: none were requested.`,
  noBuckets: 'No buckets',
  buckets: (name: string) => `Buckets of ${name}`,
  bucket: 'key',
  emptyKey: '(empty)',
  moreLines: (many: number) => `${counted(many, 'more line')}. JSON shows all of them.`,
  highlights: 'Highlights',
  moreHits: (many: number) => `${counted(many, 'more hit')} with highlights. JSON shows all of them.`,
  noDocumentation: 'No documentation found for this request.',
  lists: 'Show requests',
  saved: 'Saved',
  savedTitle: 'Saved Requests',
  closeSaved: 'Close Saved Requests',
  noSaved: 'No saved requests yet. Name the request at the cursor to save it.',
  insert: (name: string) => `Insert ${name} at the cursor`,
  openNew: (name: string) => `Open ${name} in a new console`,
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name for ${name}`,
  remove: (name: string) => `Remove ${name}`,
  requestName: 'Request name',
  noName: 'Enter a name to save.',
  wholeText: 'Save the whole text',
  savedAs: (name: string) => `Saved as ${name}`,
  history: 'History',
  closeHistory: 'Close History',
  searchHistory: 'Search requests',
  noHistory: 'No requests yet',
  nothingFound: 'No matching requests',
  noResponse: 'No response',
  succeeded: 'Succeeded: ',
  failed: 'Failed: ',
  failedInPart: 'Failed in part: ',
  inPart: 'failed in part',
  notWhole: 'not saved in full',
  whose: 'Show requests from',
  ownHistory: 'This connection',
  allHistory: 'All',
  over: (connection: string) => (connection === '' ? 'A deleted connection' : `On ${connection}`),
  clear: 'Clear',
  clearAll: 'Clear All',
  historyKept: '90 days, no secrets',
  keys: 'Tab or Enter inserts, Esc closes',
  documents: (n: string) => (n === '1' ? '1 document' : `${count(n)} documents`),
  rows: 'Response rows',
  editElsewhere: ({ rowNoun, objectNoun }: Pick<SessionInfo, 'rowNoun' | 'objectNoun'>) =>
    `The rows of a response are read-only. To edit a ${rowNoun}, open its ${objectNoun}.`,
  allRows: (many: number) => `All ${counted(many, 'row')} loaded.`,
  rowsSoFar: (many: number) => `Finding rows: ${count(many)} so far.`,
  exportRows: 'Export…',
  onlyRead: 'Read-only result.',
  openToEdit: (object: string) => `Open ${object} to edit`,
  searchAll: 'Search All',
  cancelSearch: 'Cancel Search',
  saveAll: 'Save Response…',
  saveTitle: 'Save the response',
  savedTo: (path: string) => `Saved to ${path}`,
  pathLabel: 'File path',
  nothingToFormat: 'Nothing to format.',
  unsortable: 'These rows keep the order of the response. Sort them in the request.',
  runThis: 'Run this request',
  editor: (name: string, current: number, requests: number, line: string) =>
    current < 0 ? `${name}, request` : `${name}, request ${current + 1} of ${requests}, ${line}`,
  request: (current: number, requests: number) => `Request ${current + 1} of ${requests}`,
  emptyTitle: 'Run a request to see its response',
  example: (request: string) => `Enter a request like: ${request}`,
  leave: 'Tab inserts two spaces. Press Escape, then Tab to leave the editor.',
  readOnly: (name: string) => `${name} is read-only. Nothing was sent.`,
  readOnlyHint:
    'Writes on this connection are blocked before anything is sent. To allow writes, change Safe Mode in the toolbar.',
  doubt:
    'The server may or may not have carried out this request. Check what it would have changed before sending it again.',
  cancelled: 'The request was cancelled.',
  asked: 'Request to send',
  ask: (name: string) => `Send this write to ${name}?`,
  askDelete: (name: string) => `Delete on ${name}?`,
  sendDelete: 'Send and Delete',
  confirms: 'Confirm writes is on for this connection.',
  idle: 'No request is running.',
  faultHere: 'The server reported an error here.',
  waiting: 'Waiting for the response',
  waitingFor: (number: number, of: number) => `Waiting for response ${number + 1} of ${of}`,
  keepGoing: 'Continue after a failure',
  stopAtFailure: 'Stop on a failure',
  moreTools: 'More',
  noRequest: 'No request',
  responses: (many: number) => `${count(String(many))} responses`,
  unsent: (many: number) => (many === 1 ? '1 request was not sent' : `${count(String(many))} requests were not sent`),
  noBody: 'The response has no body.',
  text: 'Text',
  file: 'File',
  private: 'This request could carry credentials, so its body and response are not saved or logged.',
  cannotProfile: 'This engine cannot profile a search.',
  profile: {
    label: 'Search profile',
    step: 'Step',
    description: 'Description',
    self: 'Self',
    time: 'Time',
    search: (number: number) => `Search ${number}`,
    breakdown: 'Breakdown',
    details: 'Details',
    calls: (many: number | null) => (many === null ? '' : counted(many, 'call')),
    row: ({ title, text, time, share }: { title: string; text: string; time: number | null; share: number }) =>
      [title, text, ...(time === null ? [] : [nanoseconds(time), percent(share)])]
        .filter((said) => said !== '')
        .join(', '),
  },
  endedEarly: 'The response ended early.',
  more: 'Show More',
  most: 'The rest is not shown.',
}

/** The views of a response. */
export const viewWords: Record<View, string> = {
  grid: 'Grid',
  json: 'JSON',
  aggregations: 'Aggregations',
  highlights: 'Highlights',
  profile: 'Profile',
  headers: 'Headers',
}

/** Which part of a console's text will not be restored, and why; '' if all of it will be. */
export function unsavedWords({ left, long, failed }: StoreGaps): string {
  if (failed !== '') return `Kept in this tab only: ${failed}`
  const lines = `${counted(left, 'line')} ${left === 1 ? 'is' : 'are'} not saved to disk: ${left === 1 ? 'it' : 'they'} could contain a credential`
  return [...(left > 0 ? [lines] : []), ...(long ? ['Only the first 8 MB of the text are saved'] : [])].join('. ')
}
