import type { Spot, SpotChange } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { postKeys } from '../../lib/keys/posts.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { publishPost } from '../posts/index.ts'
import { spotQuery } from './spot-requests.ts'

// Queries on other screens that show spots.
const AROUND = [spotKeys.cards, mapKeys.all, spotKeys.allNearby, postKeys.all]

function refetchRelated(client: QueryClient): void {
  for (const queryKey of AROUND) void client.invalidateQueries({ queryKey })
}

/** Updates a spot on every screen that shows it. */
export function updateSpotInCache(client: QueryClient, spot: Spot): void {
  client.setQueryData(spotQuery(spot.id).queryKey, spot)
  void client.invalidateQueries({ queryKey: spotHistoryQuery(spot.id).queryKey })
  refetchRelated(client)
}

/** Removes a deleted spot and its posts from every screen. */
export function removeSpotFromCache(client: QueryClient, spot_id: string): void {
  client.removeQueries({ queryKey: spotKeys.one(spot_id) })
  publishPost({ kind: 'deleted', post_id: null, spot_id })
  refetchRelated(client)
}

/** The query for a spot's changes, with their authors and the old values. For the spot's creator and admins. */
export function spotHistoryQuery(spot_id: string) {
  return queryOptions({
    queryKey: spotKeys.history(spot_id),
    queryFn: async ({ signal }): Promise<SpotChange[]> =>
      (await call('GET /api/spots/:spot_id/history', { params: { spot_id }, signal })).items,
    retry: false,
    staleTime: 0,
  })
}

/** Marks a spot as gone, or as existing again. */
export function setSpotStatus(spot_id: string, status: 'open' | 'gone'): Promise<Spot> {
  return call('PUT /api/spots/:spot_id/status', { params: { spot_id }, body: { status } })
}

/** Deletes a spot and all of its posts. */
export function deleteSpot(spot_id: string): Promise<void> {
  return call('DELETE /api/spots/:spot_id', { params: { spot_id } })
}

/** Restores a deleted spot and its posts; admins only. */
export function restoreSpot(spot_id: string): Promise<Spot> {
  return call('POST /api/spots/:spot_id/restore', { params: { spot_id } })
}

/** Makes an uploaded photo the spot's cover. Idempotent by `key`. */
export function changeCover(spot_id: string, media_id: string, key: string): Promise<Spot> {
  return untilAnswered(() =>
    call('PUT /api/spots/:spot_id/cover', {
      params: { spot_id },
      body: { media_id },
      headers: { 'idempotency-key': key },
    }),
  )
}
