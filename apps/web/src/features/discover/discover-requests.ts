import { infiniteQueryOptions } from '@tanstack/react-query'
import { preloadedAnswer, call } from '../../lib/api.ts'
import { byCursor, firstPageOnly, from } from '../../lib/paging.ts'
import { discoverKeys } from '../../lib/keys/discover.ts'
import { AT_PAGE_START, requestTime, receiveItem } from '../posts/index.ts'
import type { DiscoverPage } from './grid-cache.ts'

function receivePage({ items }: DiscoverPage, requestedAt: number): void {
  for (const item of items) receiveItem(item.post_id, item.media_index, item, requestedAt)
}

/** Loads a page of everyone's photos and videos (without a cursor, the newest) and caches their likes and counts. */
export async function loadPage(cursor?: string, signal?: AbortSignal): Promise<DiscoverPage> {
  const requestedAt = requestTime()
  const page = await call('GET /api/discover', { query: from(cursor), ...(signal ? { signal } : {}) })
  receivePage(page, requestedAt)
  return page
}

function readPreloaded() {
  const page = preloadedAnswer('GET /api/discover', { query: {} })
  if (page) receivePage(page, AT_PAGE_START)
  return firstPageOnly(page)
}

/** The query for everyone's photos and videos, newest first, paginated. Live events update it; it's never refetched. */
export const discoverQuery = infiniteQueryOptions({
  queryKey: discoverKeys.grid,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
  initialData: readPreloaded,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 30 * 60_000,
})
