/** What the user's organisation has set; empty members are not set. */
export interface PolicyInfo {
  /** The file or key with the policy, '' if there is none. */
  from: string
  /** Why the policy cannot be used, '' if it can. */
  refused: string
  /** The details of that. */
  details: string[]
  organisation: string
  /** The loosest safe mode. */
  safeMode: string
  /** The only hosts that are allowed. */
  hosts: string[]
  registry: string
  /** The fingerprints of the only publisher keys. */
  keys: string[]
  proxy: string
  /** Why Quarry offers no update of itself, in a sentence. */
  updates: string
  connections: number
}

/** Whether the organisation allows connections to a host. */
export interface HostAllowed {
  /** Why not, in a sentence; '' if they are allowed. */
  refused: string
}
