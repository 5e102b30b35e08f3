/** Query keys for the Discover grid. */
export const discoverKeys = {
  grid: ['discover'] as const,
}
