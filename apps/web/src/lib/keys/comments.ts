/** Query keys for comments on a post item or discussion. */
export const commentKeys = {
  ofItem: (post_id: string, media_index: number) => ['comments', 'item', post_id, media_index] as const,
  ofDiscussion: (discussion_id: string) => ['comments', 'discussion', discussion_id] as const,
}
