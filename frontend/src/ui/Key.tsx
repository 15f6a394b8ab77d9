interface KeyProps {
  mac: string
  win: string
  /** The command that it runs. */
  command?: string
}

/** A keyboard hint; its text follows the platform. */
export function Key({ mac, win, command }: KeyProps) {
  return <span className="k" data-mac={mac} data-win={win} data-command={command} aria-hidden="true" />
}
