import type { Audience, ExactAudience } from '@nollie/contract'

/** The columns of a spot's visibility; until it opens, only people who see it exactly. */
export const audienceColumns = ({
  audience,
  exact_for,
  opens_at = null,
}: {
  audience: Audience
  exact_for: ExactAudience
  opens_at?: string | null | undefined
}) =>
  opens_at === null
    ? { audience, exact_for, opens_at: null, opens_to: null }
    : { audience: exact_for, exact_for, opens_at, opens_to: audience }
