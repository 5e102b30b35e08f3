import {
  DISCUSSION_CATEGORIES,
  DISCUSSION_ORDERS,
  type DiscussionCategory,
  type DiscussionOrder,
} from '@nollie/contract/discussions/discussion-categories'
import { LIMITS } from '@nollie/contract/limits'
import type { DiscussionFilter } from './discussion-requests.ts'

/** The filter as URL search parameters. Defaults are omitted. */
export type FilterSearch = { category?: DiscussionCategory; q?: string; order?: DiscussionOrder }

/** Parses the filter from URL search parameters. Unknown values fall back to the default. */
export function parseFilter(search: Record<string, unknown>): DiscussionFilter {
  const { q } = search
  return {
    category: DISCUSSION_CATEGORIES.find((one) => one === search.category) ?? null,
    // The router parses digits as numbers.
    q: typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, LIMITS.search_max) : '',
    order: DISCUSSION_ORDERS.find((one) => one === search.order) ?? 'newest',
  }
}

/** Converts a filter to URL search parameters. */
export function toSearch({ category, q, order }: DiscussionFilter): FilterSearch {
  return {
    ...(category && { category }),
    ...(q && { q }),
    ...(order !== 'newest' && { order }),
  }
}

/** Builds the path and query string for a filter. */
export function buildPath(filter: DiscussionFilter): string {
  const query = new URLSearchParams(toSearch(filter)).toString()
  return query ? `/community?${query}` : '/community'
}
