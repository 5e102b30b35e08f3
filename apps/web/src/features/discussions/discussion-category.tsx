import {
  DISCUSSION_CATEGORIES,
  type DiscussionCategory,
} from '@nollie/contract/discussions/discussion-categories'
import type { CSSProperties } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'
import { buildPath } from './discussion-filter.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'

const LABELS: Record<DiscussionCategory, () => string> = {
  general: m.discussions_category_general,
  tips: m.discussions_category_tips,
  gear: m.discussions_category_gear,
  spots: m.discussions_category_spots,
}

// Green, blue, purple, and gray. The design tokens define each of them for both themes.
const COLOURS: Record<DiscussionCategory, string> = {
  tips: 'var(--cat-tips)',
  gear: 'var(--cat-gear)',
  spots: 'var(--cat-spots)',
  general: 'var(--cat-general)',
}

/** Parses a category; returns `general` if it's unknown. */
export function toCategory(text: string): DiscussionCategory {
  return DISCUSSION_CATEGORIES.find((one) => one === text) ?? 'general'
}

export function categoryLabel(category: string): string {
  return LABELS[toCategory(category)]()
}

/** A discussion's category badge in its color (DSC-12), which links to the discussions in that category. */
export function CategoryBadge({ category }: { category: string }) {
  const known = toCategory(category)
  const style = { '--c': COLOURS[known] } as CSSProperties
  return (
    <AppLink
      className={classes(looks.badge, looks.badgeTint)}
      style={style}
      href={buildPath({ category: known, q: '', order: 'newest' })}
      aria-label={m.discussions_category_filter({ category: categoryLabel(known) })}
    >
      {categoryLabel(known)}
    </AppLink>
  )
}
