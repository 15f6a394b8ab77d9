const lines = Array.from({ length: 40 }, (_, i) => i)
const widths = [44, 60, 38, 72, 52, 66, 48]

/** Rows without values, while even the columns are not known. */
export function WaitingRows() {
  return (
    <div className="waitrows" aria-hidden="true">
      <div className="waithead" />
      {lines.map((row) => (
        <div key={row} className="waitrow">
          {widths.map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move.
            <span key={i}>
              <span className="sk" style={{ width: `${widths[(row * 3 + i) % widths.length]}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
