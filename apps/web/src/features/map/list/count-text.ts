import { m } from '../../../i18n/messages.ts'
import { numberText } from '../../../lib/format.ts'
import type { MapSpots } from '../map-requests.ts'
import type { SpotPages } from './spot-list.tsx'

/**
 * Returns the number of matching spots as text: in view and in total, or only in total if both are equal or unknown.
 */
export function countText({ total, more }: MapSpots, list: SpotPages): string {
  const [first] = list.data?.pages ?? []
  const here = first?.count ?? null
  if (
    first &&
    here !== null &&
    !list.isPlaceholderData &&
    total > 0 &&
    (more || first.count_capped || here < total)
  ) {
    const text = (count: number, capped: boolean) => `${numberText(count)}${capped ? '+' : ''}`
    return m.map_count_in_view({ here: text(here, first.count_capped), all: text(total, more) })
  }
  const shown = numberText(total)
  return more ? m.map_count_more({ count: shown }) : m.map_count({ count: total, shown })
}
