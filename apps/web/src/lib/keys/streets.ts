/** Query keys of the operator's street maps. */
export const streetKeys = {
  source: ['streets'] as const,
}
