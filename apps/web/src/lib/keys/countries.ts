/** Query keys of translated country names. */
export const countryKeys = {
  names: ['countries'] as const,
}
