/** Why a value cannot be edited. */
export const onlyShown = 'Values are only shown here.'
export const loadingReason = 'The whole value is being loaded.'
export const fragmentReason = 'Only the beginning of this value is here.'
export const hasReturns = 'This text has carriage returns, which an editor would drop.'
export const notHere = 'The row of this value is no longer loaded.'
export const readAgain = 'The rows were refreshed after this value was opened. Open it again to edit it.'
