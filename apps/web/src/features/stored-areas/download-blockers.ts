import type { AreaSummary, Box } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { fitsArea } from '@nollie/contract/stored-areas/area-tiles'
import { m } from '../../i18n/messages.ts'
import { bytesText } from '../../lib/text/bytes-text.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { numberText } from '../../lib/format.ts'
import { AREAS_MAX } from './areas-store.ts'

type Asked = { box: Box; areas: number; found: { summary: AreaSummary; room: number | null } | undefined }

/** Returns why a box can't be stored; null if it can be stored, or if that isn't known yet. */
export function findBlocker({ box, areas, found }: Asked): string | null {
  if (!fitsArea(box)) return m.stored_areas_too_large({ distance: distanceText(LIMITS.area_metres) })
  if (areas >= AREAS_MAX) return m.stored_areas_limit({ count: AREAS_MAX })
  if (!found) return null
  const { summary, room } = found
  if (summary.spots_capped) return m.stored_areas_too_many({ count: numberText(LIMITS.area_spots) })
  if (summary.spots === 0) return m.stored_areas_no_spots()
  if (room !== null && room < summary.bytes) return m.stored_areas_no_space({ free: bytesText(room) })
  return null
}

/** Lists what would be stored, one line per kind. */
export function describeArea({ spots, names, tiles }: AreaSummary): string[] {
  return [
    m.stored_areas_spots({ count: spots, shown: numberText(spots) }),
    ...(names > 0 ? [m.stored_areas_names({ count: names, shown: numberText(names) })] : []),
    tiles > 0 ? m.stored_areas_streets() : m.stored_areas_no_streets(),
  ]
}
