import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { broughtAnswer, call } from '../../lib/api.ts'
import { byCursor, firstPageOnly, from } from '../../lib/paging.ts'
import { AT_PAGE_START, requestTime, receiveItem } from '../posts/index.ts'
import type { DiscoverPage } from './grid-cache.ts'

const receivePage = ({ items }: DiscoverPage, requestedAt: number): void => {
  for (const item of items) receiveItem(item.post_id, item.media_index, item, requestedAt)
}

/** A page of everybody's photos and videos, the newest without a cursor; their likes and counts are known from then on. */
export async function loadPage(cursor?: string, signal?: AbortSignal): Promise<DiscoverPage> {
  const requestedAt = requestTime()
  const page = await call('GET /api/discover', { query: from(cursor), ...(signal ? { signal } : {}) })
  receivePage(page, requestedAt)
  return page
}

const brought = () => {
  const page = broughtAnswer('GET /api/discover', { query: {} })
  if (page) receivePage(page, AT_PAGE_START)
  return firstPageOnly(page)
}

/** Everybody's photos and videos, newest first, page by page. Updated by live changes, not by loading again. */
export const discoverQuery = infiniteQueryOptions({
  queryKey: ['discover'],
  ...byCursor,
  queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
  initialData: brought,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 30 * 60_000,
})

const SEARCH = 'search'

/** The best people and spots for a typed text, and how many match, with the text. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [SEARCH, 'best', q] as const,
    queryFn: async ({ signal }) => ({
      of: q,
      answer: await call('GET /api/search', { query: { q }, signal }),
    }),
  })

/** All spots a typed text means, best first, page by page. */
export const foundSpotsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [SEARCH, 'spots', q],
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/search/spots', { query: { q, ...from(pageParam) }, signal }),
  })
