/** Query keys of the ad slot, and of ads for admins. */
export const adKeys = {
  all: ['ads'] as const,
  near: (place: string | null) => ['ads', 'near', place] as const,
  list: ['ads', 'list'] as const,
}
