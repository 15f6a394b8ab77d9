/** Why a value cannot be edited. */
export const onlyShown = 'Values are read-only here.'
export const loadingReason = 'The whole value is still loading.'
export const fragmentReason = 'Only the beginning of this value is loaded.'
export const hasReturns = 'This text has carriage returns, which an editor would drop.'
export const notHere = 'This value’s row is no longer loaded.'
export const readAgain = 'The rows were refreshed after this value was opened. Open it again to edit it.'
