/** Query keys of comments on an item of a post, or on a discussion. */
export const commentKeys = {
  ofItem: (post_id: string, media_index: number) => ['comments', 'item', post_id, media_index] as const,
  ofDiscussion: (discussion_id: string) => ['comments', 'discussion', discussion_id] as const,
}
