/** The place for ads, and the ads of admins. */
export const adKeys = {
  all: ['ads'] as const,
  near: (place: string | null) => ['ads', 'near', place] as const,
  list: ['ads', 'list'] as const,
}
