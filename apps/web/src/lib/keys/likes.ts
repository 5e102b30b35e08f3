/** Query keys of the people who like an item of a post. */
export const likeKeys = {
  of: (post_id: string, media_index: number) => ['likes', post_id, media_index] as const,
}
