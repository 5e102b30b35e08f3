/** Query keys for translated country names. */
export const countryKeys = {
  names: ['countries'] as const,
}
