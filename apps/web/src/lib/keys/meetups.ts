/** Query keys for meetups. */
export const meetupKeys = {
  all: ['meetups'] as const,
  atSpot: (spot_id: string) => ['meetups', 'spot', spot_id] as const,
  one: (meetup_id: string) => ['meetups', 'one', meetup_id] as const,
}
