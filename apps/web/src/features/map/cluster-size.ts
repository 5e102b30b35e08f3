/** Below this zoom, pins are dots. */
export const PINS_FROM = 11

/** Diameter of a cluster's disc in pixels. */
export const clusterSize = (n: number): number => (n < 10 ? 44 : n < 100 ? 52 : 60)

/** The text on a cluster's disc. */
export const clusterLabel = (n: number): string =>
  n < 1000
    ? String(n)
    : n < 9950
      ? `${(n / 1000).toFixed(1)}k`
      : n < 999_500
        ? `${Math.round(n / 1000)}k`
        : `${(n / 1e6).toFixed(1)}M`
