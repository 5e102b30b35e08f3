import type { AreaSummary, Box } from '@nollie/contract'
import { fitsArea } from '@nollie/contract/stored-areas/area-tiles'
import { queryOptions } from '@tanstack/react-query'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { bytesText } from '../../lib/bytes-text.ts'
import { distanceText } from '../../lib/distance-text.ts'
import { storedAreasKeys } from '../../lib/keys/stored-areas.ts'
import { numberText } from '../../lib/format.ts'
import { AREAS_MAX } from './areas-store.ts'
import { boxText } from './bring-area.ts'

/** What storing a box would store, and how much the device has left. */
export const summaryQuery = (box: Box) =>
  queryOptions({
    queryKey: storedAreasKeys.summary(boxText(box)),
    queryFn: async ({ signal }) => ({
      summary: await call('GET /api/map/areas/summary', { query: { box: boxText(box) }, signal }),
      room: await roomHere(),
    }),
    enabled: fitsArea(box),
    staleTime: 60_000,
    retry: false,
    // Asked of the server alone.
    networkMode: 'always',
  })

const roomHere = async (): Promise<number | null> => {
  const { quota, usage } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}

type Asked = { box: Box; areas: number; found: { summary: AreaSummary; room: number | null } | undefined }

/** Why a box cannot be stored; null if it can, or if that is not known yet. */
export const hindranceOf = ({ box, areas, found }: Asked): string | null => {
  if (!fitsArea(box)) return m.stored_areas_too_large({ distance: distanceText(LIMITS.area_metres) })
  if (areas >= AREAS_MAX) return m.stored_areas_most({ count: AREAS_MAX })
  if (!found) return null
  const { summary, room } = found
  if (summary.spots_capped) return m.stored_areas_too_many({ count: numberText(LIMITS.area_spots) })
  if (summary.spots === 0) return m.stored_areas_no_spots()
  if (room !== null && room < summary.bytes) return m.stored_areas_no_room({ free: bytesText(room) })
  return null
}

/** What would be stored, line by line. */
export const factsOf = ({ spots, names, tiles }: AreaSummary): string[] => [
  m.stored_areas_spots({ count: spots, shown: numberText(spots) }),
  ...(names > 0 ? [m.stored_areas_names({ count: names, shown: numberText(names) })] : []),
  tiles > 0 ? m.stored_areas_streets() : m.stored_areas_no_streets(),
]
