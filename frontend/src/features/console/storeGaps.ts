/** The parts of a text that are not saved with its connection's tabs. */
export interface StoreGaps {
  /** How many lines are left out because they could contain a credential. */
  left: number
  /** Whether its end is left out because it is too long. */
  long: boolean
  /** Why nothing could be saved, '' where it could. */
  failed: string
}

export const noGaps: StoreGaps = { left: 0, long: false, failed: '' }
