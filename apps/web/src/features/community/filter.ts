import {
  DISCUSSION_CATEGORIES,
  DISCUSSION_ORDERS,
  type DiscussionCategory,
  type DiscussionOrder,
} from '@nollie/contract/discussion-categories'
import { LIMITS } from '@nollie/contract/limits'
import type { DiscussionFilter } from './community-requests.ts'

/** The filter as it stands in the address: what is as usual is absent. */
export type FilterSearch = { category?: DiscussionCategory; q?: string; order?: DiscussionOrder }

/** Reads the address; what it does not know is as usual. */
export function filterOf(search: Record<string, unknown>): DiscussionFilter {
  const { q } = search
  return {
    category: DISCUSSION_CATEGORIES.find((one) => one === search.category) ?? null,
    q: typeof q === 'string' ? q.trim().slice(0, LIMITS.search_max) : '',
    order: DISCUSSION_ORDERS.find((one) => one === search.order) ?? 'newest',
  }
}

/** The address of a filter. */
export const searchOf = ({ category, q, order }: DiscussionFilter): FilterSearch => ({
  ...(category && { category }),
  ...(q && { q }),
  ...(order !== 'newest' && { order }),
})

/** The path of a filter. */
export const pathOf = (filter: DiscussionFilter): string => {
  const query = new URLSearchParams(searchOf(filter)).toString()
  return query ? `/community?${query}` : '/community'
}
