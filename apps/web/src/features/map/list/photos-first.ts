import type { SpotCard } from '@nollie/contract'
import { getCardPhoto } from '../../../ui/photos/photo.tsx'

/**
 * Sorts a page of the list so that spots with a photo come first. For one page at a time, so that rows that are already
 * shown stay in place when the next page loads.
 */
export function photosFirst(page: readonly SpotCard[]): SpotCard[] {
  const hasNone = (spot: SpotCard) => Number(getCardPhoto(spot) === null)
  return page.toSorted((a, b) => hasNone(a) - hasNone(b))
}
