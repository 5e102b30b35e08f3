import type { Box } from '@nollie/contract'
import { fitsArea } from '@nollie/contract/stored-areas/area-tiles'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { storedAreasKeys } from '../../lib/keys/stored-areas.ts'
import { boxText } from './download-area.ts'

/** Fetches what storing a box would download, and how much space is left on the device. */
export function summaryQuery(box: Box) {
  return queryOptions({
    queryKey: storedAreasKeys.summary(boxText(box)),
    queryFn: async ({ signal }) => ({
      summary: await call('GET /api/map/areas/summary', { query: { box: boxText(box) }, signal }),
      room: await getFreeSpace(),
    }),
    enabled: fitsArea(box),
    staleTime: 60_000,
    retry: false,
    // Sends the request even if the device seems to be offline.
    networkMode: 'always',
  })
}

async function getFreeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}
