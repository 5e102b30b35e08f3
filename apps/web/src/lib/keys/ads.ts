/** Query keys for the ad slot, and for managing ads as an admin. */
export const adKeys = {
  all: ['ads'] as const,
  near: (place: string | null) => ['ads', 'near', place] as const,
  list: ['ads', 'list'] as const,
}
