/** Query keys of map areas stored on this device. */
export const storedAreasKeys = {
  /** The number of spots and the size that a box would need on this device. */
  summary: (box: string) => ['stored-areas', 'summary', box] as const,
}
