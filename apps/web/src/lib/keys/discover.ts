/** The grid of Discover. */
export const discoverKeys = {
  grid: ['discover'] as const,
}
