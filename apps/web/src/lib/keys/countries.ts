/** Names of countries in the language of the page. */
export const countryKeys = {
  names: ['countries'] as const,
}
