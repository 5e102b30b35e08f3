/** Query keys for the viewer's saved posts and spots. */
export const savedKeys = {
  all: ['saved'] as const,
  posts: ['saved', 'posts'] as const,
  spots: ['saved', 'spots'] as const,
}
