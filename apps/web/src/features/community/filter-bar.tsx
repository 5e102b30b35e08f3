import { DISCUSSION_CATEGORIES, DISCUSSION_ORDERS } from '@nollie/contract/discussion-categories'
import { ChevronDown } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { SearchField } from '../../ui/index.ts'
import { categoryLabel } from './category.tsx'
import type { DiscussionFilter } from './community-requests.ts'

const ORDER_LABELS = { newest: m.community_order_newest, answered: m.community_order_answered }

type Props = { filter: DiscussionFilter; onFilter: (next: DiscussionFilter) => void }

/** Which discussions are shown: a category, what is searched for, and the order. */
export function FilterBar({ filter, onFilter }: Props) {
  const { category, q, order } = filter
  return (
    <div className="community-filter">
      <div className="community-filter-row">
        <SearchField
          wanted={q}
          onWant={(next) => onFilter({ ...filter, q: next })}
          label={m.community_search()}
          placeholder={m.community_search_placeholder()}
          clearLabel={m.community_search_clear()}
        />
        <div className="discussion-select community-order">
          <select
            className="input"
            aria-label={m.community_order()}
            value={order}
            onChange={({ target }) =>
              onFilter({
                ...filter,
                order: DISCUSSION_ORDERS.find((one) => one === target.value) ?? 'newest',
              })
            }
          >
            {DISCUSSION_ORDERS.map((one) => (
              <option key={one} value={one}>
                {ORDER_LABELS[one]()}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      </div>
      <div className="community-categories" role="group" aria-label={m.community_categories()}>
        {[null, ...DISCUSSION_CATEGORIES].map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === category}
            onClick={() => onFilter({ ...filter, category: one })}
          >
            {one === null ? m.community_category_every() : categoryLabel(one)}
          </button>
        ))}
      </div>
    </div>
  )
}
