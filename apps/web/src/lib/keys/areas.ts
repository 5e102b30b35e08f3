/** Parts of the map that a device stores. */
export const areasKeys = {
  /** What storing a box would store. */
  summary: (box: string) => ['areas', 'summary', box] as const,
}
