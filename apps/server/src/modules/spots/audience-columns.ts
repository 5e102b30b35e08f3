import type { Audience, ExactAudience } from '@nollie/contract'

/**
 * Returns a spot's visibility columns. Until the spot opens, only people with access to its exact position can see it.
 */
export function toAudienceColumns({
  audience,
  exact_for,
  opens_at = null,
}: {
  audience: Audience
  exact_for: ExactAudience
  opens_at?: string | null | undefined
}) {
  return opens_at === null
    ? { audience, exact_for, opens_at: null, opens_to: null }
    : { audience: exact_for, exact_for, opens_at, opens_to: audience }
}
