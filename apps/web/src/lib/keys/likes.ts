/** Query keys for the people who like a post item. */
export const likeKeys = {
  of: (post_id: string, media_index: number) => ['likes', post_id, media_index] as const,
}
