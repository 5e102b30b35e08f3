/** Query keys of the Discover grid. */
export const discoverKeys = {
  grid: ['discover'] as const,
}
