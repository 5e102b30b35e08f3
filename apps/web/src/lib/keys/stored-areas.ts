/** Parts of the map that a device stores. */
export const storedAreasKeys = {
  /** What storing a box would store. */
  summary: (box: string) => ['stored-areas', 'summary', box] as const,
}
