/** Why the user cannot choose something. */
export const organisationWords = {
  notAllowed: 'Not allowed by your organisation',
  fixed: 'Set by your organisation.',
}

/** The safe modes, the loosest first. */
const safeModes = ['off', 'confirm', 'read-only']

/** Whether a safe mode is at least as strict as the loosest that the organisation allows, '' for any. */
export function isStrictEnough(mode: string, least: string): boolean {
  return safeModes.indexOf(mode) >= safeModes.indexOf(least)
}
