import type { Post, SpotStateChange } from '@nollie/contract'
import type { InfiniteData } from '@tanstack/react-query'
import type { PostChange } from '../posts/index.ts'

/** A page in the feed. */
export type Page = { items: Post[]; next_cursor: string | null; changes: SpotStateChange[] }
/** The feed pages in the cache. */
export type Feed = InfiniteData<Page>

function patched(feed: Feed, patch: (posts: Post[]) => Post[]): Feed {
  return {
    ...feed,
    pages: feed.pages.map((page) => ({ ...page, items: patch(page.items) })),
  }
}

/** Lists the posts on all pages, newest first, without duplicates. */
export function listPosts(feed: Feed | undefined): Post[] {
  const byId = new Map<string, Post>()
  for (const { items } of feed?.pages ?? [])
    for (const post of items) if (!byId.has(post.id)) byId.set(post.id, post)
  return [...byId.values()]
}

/**
 * Whether a change is the viewer's own new post, from this or another device, that isn't among these posts yet. A stream
 * repeats events from just before its page was loaded, and the list must not move for a post that it already shows.
 */
export function isOwnNew(change: PostChange, viewer: string | undefined, posts: readonly Post[]): boolean {
  return (
    change.kind === 'created' &&
    'user_id' in change &&
    change.user_id === viewer &&
    !posts.some(({ id }) => id === change.post_id)
  )
}

/** Lists spot status changes, newest first, with only the latest one for each spot. */
export function listSpotChanges(feed: Feed | undefined): SpotStateChange[] {
  const bySpot = new Map<string, SpotStateChange>()
  // The previous server version doesn't send changes.
  for (const { changes } of feed?.pages ?? [])
    for (const change of (changes as SpotStateChange[] | undefined) ?? [])
      if (!bySpot.has(change.spot.id)) bySpot.set(change.spot.id, change)
  return [...bySpot.values()]
}

/** Returns the changes to show before the post at `index`, or after the last post if `index` is the number of posts. */
export function changesBefore(
  changes: readonly SpotStateChange[],
  posts: readonly Pick<Post, 'created_at'>[],
  index: number,
): SpotStateChange[] {
  const [newer, post] = [posts[index - 1], posts[index]]
  return changes.filter(
    ({ changed_at }) => (!newer || changed_at <= newer.created_at) && (!post || changed_at > post.created_at),
  )
}

/** Removes posts. Returns the same object if none of the posts were in the feed. */
export function withoutPosts(feed: Feed, isGone: (post: Post) => boolean): Feed {
  return listPosts(feed).some(isGone) ? patched(feed, (posts) => posts.filter((post) => !isGone(post))) : feed
}

/** Updates a post, unless it's not in the feed or the update is outdated. */
export function withPost(feed: Feed, post: Post): Feed {
  return listPosts(feed).some(({ id }) => id === post.id)
    ? patched(feed, (posts) =>
        posts.map((one) => (one.id === post.id && one.version <= post.version ? post : one)),
      )
    : feed
}

/** Adds the newest page at the top. If the page doesn't overlap with the loaded posts, it replaces them. */
export function withNewest(feed: Feed, newest: Page): Feed {
  const [first, ...others] = feed.pages
  const known = new Set(listPosts(feed).map(({ id }) => id))
  const fresh = newest.items.filter(({ id }) => !known.has(id))
  if (!first || known.size === 0 || (fresh.length === newest.items.length && newest.next_cursor))
    return { pages: [newest], pageParams: [undefined] }
  return {
    ...feed,
    pages: [
      {
        ...first,
        items: [...fresh, ...first.items],
        changes: listSpotChanges({ ...feed, pages: [newest, first] }),
      },
      ...others,
    ],
  }
}
