import type { DiscoverItem, Post } from '@nollie/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** A page of photos and videos as the server gives it. */
export type DiscoverPage = { items: DiscoverItem[]; next_cursor: string | null }
/** The grid as it is kept: the pages read so far. */
export type Grid = InfiniteData<DiscoverPage>

/** What names an item among all. */
export const keyOf = ({ post_id, media_index }: Pick<DiscoverItem, 'post_id' | 'media_index'>): string =>
  `${post_id}.${media_index}`

/** The items of all pages in their order, each once: what moved between two requests would come twice. */
export function itemsOf(grid: Grid | undefined): DiscoverItem[] {
  const byKey = new Map<string, DiscoverItem>()
  for (const { items } of grid?.pages ?? [])
    for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item)
  return [...byKey.values()]
}

const patched = (grid: Grid, patch: (items: DiscoverItem[]) => DiscoverItem[]): Grid => ({
  ...grid,
  pages: grid.pages.map((page) => ({ ...page, items: patch(page.items) })),
})

/** Without the items that went. The same object when none of them was there. */
export const withoutItems = (grid: Grid, isGone: (item: DiscoverItem) => boolean): Grid =>
  itemsOf(grid).some(isGone) ? patched(grid, (items) => items.filter((item) => !isGone(item))) : grid

/** With the items of a post as they are now: other files, fewer of them. Where it is not shown, nothing changes. */
export function withPost(grid: Grid, post: Post): Grid {
  if (!itemsOf(grid).some(({ post_id }) => post_id === post.id)) return grid
  return patched(grid, (items) =>
    items.flatMap((item) => {
      if (item.post_id !== post.id) return [item]
      const now = post.media.find(({ media_index }) => media_index === item.media_index)
      return now ? [{ ...item, media: now.media, spot: post.spot }] : []
    }),
  )
}

/** How many of the newest page are not in the grid; `more` says that there may be others besides. */
export function newsIn(grid: Grid, newest: DiscoverPage): { count: number; more: boolean } {
  const known = new Set(itemsOf(grid).map(keyOf))
  const count = newest.items.filter((item) => !known.has(keyOf(item))).length
  return { count, more: count > 0 && count === newest.items.length && newest.next_cursor !== null }
}

// As far down as the newest page reaches, the grid's items that are not in it are gone.
const behind = (grid: Grid, newest: DiscoverPage): Set<string> | null => {
  const shown = itemsOf(grid).map(keyOf)
  if (newest.next_cursor === null) return new Set()
  const reached = newest.items.reduce((last, item) => Math.max(last, shown.indexOf(keyOf(item))), -1)
  return reached < 0 ? null : new Set(shown.slice(reached + 1))
}

/** Without what the newest page shows to be gone; what is new in it is not added. The same object when all is there. */
export function withoutMissed(grid: Grid, newest: DiscoverPage): Grid {
  const rest = behind(grid, newest)
  if (!rest) return grid
  const fresh = new Set(newest.items.map(keyOf))
  return withoutItems(grid, (item) => !fresh.has(keyOf(item)) && !rest.has(keyOf(item)))
}

/** With the newest page on top. When more is new than it holds, it takes the place of everything. */
export function withNewest(grid: Grid, newest: DiscoverPage): Grid {
  const rest = behind(grid, newest)
  const [first, ...others] = rest?.size
    ? patched(grid, (all) => all.filter((item) => rest.has(keyOf(item)))).pages
    : []
  if (!first) return { pages: [newest], pageParams: [undefined] }
  return { ...grid, pages: [{ ...first, items: [...newest.items, ...first.items] }, ...others] }
}
