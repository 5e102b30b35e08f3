import { DISCUSSION_CATEGORIES, type DiscussionCategory } from '@nollie/contract/discussion-categories'
import type { CSSProperties } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'
import { pathOf } from './filter.ts'

const LABELS: Record<DiscussionCategory, () => string> = {
  general: m.community_category_general,
  tips: m.community_category_tips,
  gear: m.community_category_gear,
  spots: m.community_category_spots,
}

/** The category a text names; `general` for any other. */
export const toCategory = (text: string): DiscussionCategory =>
  DISCUSSION_CATEGORIES.find((one) => one === text) ?? 'general'

/** The label of a category. */
export const categoryLabel = (category: string): string => LABELS[toCategory(category)]()

/** What a discussion is about, in its colour (DSC-12); leads to the others of that category. */
export function CategoryBadge({ category }: { category: string }) {
  const known = toCategory(category)
  const style = { '--c': `var(--cat-${known})` } as CSSProperties
  return (
    <AppLink
      className="badge badge-tint discussion-badge"
      style={style}
      href={pathOf({ category: known, q: '', order: 'newest' })}
      aria-label={m.community_category_all({ category: categoryLabel(known) })}
    >
      {categoryLabel(known)}
    </AppLink>
  )
}
