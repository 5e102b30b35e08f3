import { DISCUSSION_CATEGORIES, DISCUSSION_ORDERS } from '@nollie/contract/discussions/discussion-categories'
import { ChevronDown } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { SearchField } from '../../ui/index.ts'
import { categoryLabel } from './discussion-category.tsx'
import type { DiscussionFilter } from './discussion-requests.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './discussions.module.css'

const ORDER_LABELS = { newest: m.discussions_order_newest, answered: m.discussions_order_replied }

type Props = { filter: DiscussionFilter; onFilter: (next: DiscussionFilter) => void }

/** Controls for filtering the discussion list by category and text, and for sorting it. */
export function FilterBar({ filter, onFilter }: Props) {
  const { category, q, order } = filter
  return (
    <div className={styles.communityFilter}>
      <div className={styles.communityFilterRow}>
        <SearchField
          wanted={q}
          onWant={(next) => onFilter({ ...filter, q: next })}
          label={m.discussions_search()}
          placeholder={m.discussions_search_placeholder()}
          clearLabel={m.discussions_search_clear()}
        />
        <div className={classes(styles.select, styles.communityOrder)}>
          <select
            className={looks.input}
            aria-label={m.discussions_order()}
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
      <div className={styles.communityCategories} role="group" aria-label={m.discussions_categories()}>
        {[null, ...DISCUSSION_CATEGORIES].map((one) => (
          <button
            key={one}
            type="button"
            className={looks.chip}
            aria-pressed={one === category}
            onClick={() => onFilter({ ...filter, category: one })}
          >
            {one === null ? m.discussions_category_any() : categoryLabel(one)}
          </button>
        ))}
      </div>
    </div>
  )
}
