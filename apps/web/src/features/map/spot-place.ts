import type { SpotCard } from '@nollie/contract'

/** City and state as one line, the country where there is no state; empty when nothing is known. */
export const cityAndState = ({
  city,
  state,
  country,
}: Pick<SpotCard, 'city' | 'state' | 'country'>): string =>
  [city, state && state !== city ? state : country].filter(Boolean).join(', ')
