/** Query keys for the operator's street maps. */
export const streetKeys = {
  source: ['streets'] as const,
}
