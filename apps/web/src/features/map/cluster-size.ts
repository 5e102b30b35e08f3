/** Below this zoom, spots are drawn as dots. From this zoom on, they are pins. */
export const PINS_FROM = 11

/** Returns the diameter of a cluster's disc in pixels. */
export function clusterSize(n: number): number {
  return n < 10 ? 44 : n < 100 ? 52 : 60
}

/** Returns the text to show on a cluster's disc. */
export function clusterLabel(n: number): string {
  return n < 1000
    ? String(n)
    : n < 9950
      ? `${(n / 1000).toFixed(1)}k`
      : n < 999_500
        ? `${Math.round(n / 1000)}k`
        : `${(n / 1e6).toFixed(1)}M`
}
