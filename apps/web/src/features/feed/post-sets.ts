import type { Post } from '@nollie/contract'

/** The maximum gap (ms) between posts in the same set, which one person shared at one spot. */
const SET_MS = 5 * 60_000

function oldestFirst(a: Post, b: Post) {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1)
}

function buildGroupKey({ user_id, spot_id }: Post) {
  return `${user_id}/${spot_id}`
}

/** Groups posts by person and spot for {@link findSet}. */
export function groupPosts(posts: readonly Post[]): Map<string, Post[]> {
  const groups = new Map<string, Post[]>()
  for (const post of posts) {
    const group = groups.get(buildGroupKey(post))
    if (group) group.push(post)
    else groups.set(buildGroupKey(post), [post])
  }
  return groups
}

/**
 * Returns the posts that a post's card shows, including the post itself, oldest first. The newest post in a set shows
 * the entire set, and the others show only themselves, so that adjacent cards don't show the same photos.
 */
export function findSet(post: Post, groups: ReadonlyMap<string, readonly Post[]>): Post[] {
  const group = groups.get(buildGroupKey(post)) ?? []
  if (!post.spot_id || post.media.length === 0 || group.length < 2) return [post]
  const made = Date.parse(post.created_at)
  const near = (other: Post) =>
    other.media.length > 0 && Math.abs(Date.parse(other.created_at) - made) <= SET_MS
  const set = group.filter((other) => other.id === post.id || near(other)).sort(oldestFirst)
  return set.at(-1)?.id === post.id ? set : [post]
}
