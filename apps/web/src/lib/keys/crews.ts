/** Query keys for the viewer's crews. */
export const crewKeys = {
  all: ['crews'] as const,
  list: ['crews', 'list'] as const,
  one: (crew_id: string) => ['crews', 'one', crew_id] as const,
  spots: (crew_id: string) => ['crews', 'one', crew_id, 'spots'] as const,
  posts: (crew_id: string) => ['crews', 'one', crew_id, 'posts'] as const,
  toInvite: (q: string) => ['crews', 'to-invite', q] as const,
}
