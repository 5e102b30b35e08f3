/** Query keys for individual posts. */
export const postKeys = {
  all: ['posts'] as const,
  one: (post_id: string) => ['posts', 'one', post_id] as const,
  related: (post_id: string) => ['posts', 'related', post_id] as const,
}
