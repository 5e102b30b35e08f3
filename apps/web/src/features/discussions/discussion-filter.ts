import {
  DISCUSSION_CATEGORIES,
  DISCUSSION_ORDERS,
  type DiscussionCategory,
  type DiscussionOrder,
} from '@nollie/contract/discussions/discussion-categories'
import { LIMITS } from '@nollie/contract/limits'
import type { DiscussionFilter } from './discussion-requests.ts'

/** The filter as search parameters; defaults are omitted. */
export type FilterSearch = { category?: DiscussionCategory; q?: string; order?: DiscussionOrder }

/** Parses the filter from search parameters; unknown values become the default. */
export function parseFilter(search: Record<string, unknown>): DiscussionFilter {
  const { q } = search
  return {
    category: DISCUSSION_CATEGORIES.find((one) => one === search.category) ?? null,
    // The router parses digits as a number.
    q: typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, LIMITS.search_max) : '',
    order: DISCUSSION_ORDERS.find((one) => one === search.order) ?? 'newest',
  }
}

/** The search parameters of a filter. */
export const toSearch = ({ category, q, order }: DiscussionFilter): FilterSearch => ({
  ...(category && { category }),
  ...(q && { q }),
  ...(order !== 'newest' && { order }),
})

/** The path with a filter's query string. */
export const buildPath = (filter: DiscussionFilter): string => {
  const query = new URLSearchParams(toSearch(filter)).toString()
  return query ? `/community?${query}` : '/community'
}
