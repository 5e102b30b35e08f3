/** Query keys for map areas stored on this device. */
export const storedAreasKeys = {
  /** The number of spots in a box, and the space that the box would need on this device. */
  summary: (box: string) => ['stored-areas', 'summary', box] as const,
}
