/** Query keys for discussions. */
export const discussionKeys = {
  lists: ['discussions', 'list'] as const,
  list: <F>(filter: F) => ['discussions', 'list', filter] as const,
  one: (discussion_id: string) => ['discussions', 'one', discussion_id] as const,
}
