/** A keyboard hint; its text follows the platform. */
export function Key({ mac, win }: { mac: string; win: string }) {
  return <span className="k" data-mac={mac} data-win={win} aria-hidden="true" />
}
