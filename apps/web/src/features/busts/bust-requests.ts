import type { BustReport } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { bustKeys } from '../../lib/keys/busts.ts'
import { conditionKeys } from '../../lib/keys/conditions.ts'

/** The query for a spot's bust clock. */
export function bustsQuery(spot_id: string) {
  return queryOptions({
    queryKey: bustKeys.one(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/busts', { params: { spot_id }, signal }),
    staleTime: 60_000,
  })
}

/** Reports how a session ended. A later report for the same day replaces it. */
export function sendReport(spot_id: string, body: BustReport) {
  return call('PUT /api/spots/:spot_id/busts', { params: { spot_id }, body })
}

/** How long (ms) the server takes to update the counts. */
const COUNTED_AFTER_MS = 2_500

/** Refetches everything on screen that a report changes. */
export function showReport(client: QueryClient, spot_id: string): void {
  const reload = () => {
    void client.invalidateQueries({ queryKey: bustKeys.one(spot_id) })
    void client.invalidateQueries({ queryKey: conditionKeys.one(spot_id) })
  }
  reload()
  setTimeout(reload, COUNTED_AFTER_MS)
}

/** A bust report in the outbox. */
export type WaitingReport = { spot_id: string; spot_name: string; report: BustReport }
/** The outbox's name for bust reports. */
export const BUST_REPORT = 'bust-report'
