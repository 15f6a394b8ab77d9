/** The possible page sizes, including the current one. */
export function pageSizes(now: number): number[] {
  return [...new Set([100, 250, 500, 1000, 2500, 5000, 10_000, now])].sort((a, b) => a - b)
}
