import type { Post, SpotStateChange } from '@nollie/contract'
import { listSpotChanges, type Feed, type Page, listPosts } from './feed-cache.ts'

type PlateSpot = NonNullable<Post['spot']>
type Spot = Omit<PlateSpot, 'created_by'> & { photo: { id: string } | null }

function onPages(feed: Feed, patch: (page: Page, index: number) => Page): Feed {
  return {
    ...feed,
    pages: feed.pages.map(patch),
  }
}

/** Whether the feed shows a spot, either on a post's plate or as a status change between posts. */
export function hasSpot(feed: Feed | undefined, spot_id: string): boolean {
  return (
    listPosts(feed).some((post) => post.spot_id === spot_id) ||
    listSpotChanges(feed).some(({ spot }) => spot.id === spot_id)
  )
}

function onPlate(post: Post, spot: Spot): Post {
  if (post.spot?.id !== spot.id) return post
  const { id, name, city, state, spot_type, status } = spot
  const media = post.media.map((item) => ({ ...item, is_cover: item.media.id === spot.photo?.id }))
  return { ...post, media, spot: { ...post.spot, id, name, city, state, spot_type, status } }
}

/** Updates a spot on its posts' plates and in status changes, and marks which item is its cover photo. */
export function withSpot(feed: Feed, spot: Spot): Feed {
  const { id, name, city } = spot
  return onPages(feed, (page) => ({
    ...page,
    items: page.items.map((post) => onPlate(post, spot)),
    // The previous server version doesn't send changes.
    changes: ((page.changes as SpotStateChange[] | undefined) ?? []).map((change) =>
      change.spot.id === id ? { ...change, spot: { id, name, city } } : change,
    ),
  }))
}

/** Removes a spot's status change. Returns the same object if there was none. */
export function withoutChange(feed: Feed, spot_id: string): Feed {
  return listSpotChanges(feed).some(({ spot }) => spot.id === spot_id)
    ? onPages(feed, (page) => ({
        ...page,
        changes: ((page.changes as SpotStateChange[] | undefined) ?? []).filter(
          ({ spot }) => spot.id !== spot_id,
        ),
      }))
    : feed
}

/**
 * Inserts the newest status changes by time, and retains older changes to other spots. `max` is the server's page size.
 * Fewer changes than that mean that there are no others. `isReload` means that older changes may be outdated.
 */
export function withChanges(
  feed: Feed,
  newest: readonly SpotStateChange[],
  { max, isReload }: { max: number; isReload: boolean },
): Feed {
  const since = isReload || newest.length < max ? '' : (newest.at(-1)?.changed_at ?? '')
  const [last, oldest] = [feed.pages.at(-1), listPosts(feed).at(-1)]
  // Changes older than the last loaded post arrive along with the posts from that time.
  const isLoaded = ({ changed_at }: SpotStateChange) =>
    last?.next_cursor === null || (oldest !== undefined && changed_at > oldest.created_at)
  const known = new Set(newest.map(({ spot }) => spot.id))
  return onPages(feed, (page, index) => ({
    ...page,
    changes: [
      ...(index === 0 ? newest.filter(isLoaded) : []),
      ...((page.changes as SpotStateChange[] | undefined) ?? []).filter(
        ({ spot, changed_at }) => changed_at < since && !known.has(spot.id),
      ),
    ],
  }))
}
