import type { Spot, SpotChange } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { publishPost } from '../posts/index.ts'
import { spotQuery } from './spot-requests.ts'

// Whatever else shows spots.
const AROUND = ['spots', 'map', 'nearby', 'posts']

const lookAgain = (client: QueryClient): void => {
  for (const key of AROUND) void client.invalidateQueries({ queryKey: [key] })
}

/** Takes in a spot as an answer has it, wherever spots are shown. */
export function takeSpot(client: QueryClient, spot: Spot): void {
  client.setQueryData(spotQuery(spot.id).queryKey, spot)
  void client.invalidateQueries({ queryKey: spotHistoryQuery(spot.id).queryKey })
  lookAgain(client)
}

/** Forgets a spot that was deleted, and what went with it. */
export function forgetSpot(client: QueryClient, spot_id: string): void {
  client.removeQueries({ queryKey: ['spot', spot_id] })
  publishPost({ kind: 'deleted', post_id: null, spot_id })
  lookAgain(client)
}

/** Who changed a spot, and how it was before; for its creator and admins. */
export const spotHistoryQuery = (spot_id: string) =>
  queryOptions({
    queryKey: ['spot', spot_id, 'history'],
    queryFn: async ({ signal }): Promise<SpotChange[]> =>
      (await call('GET /api/spots/:spot_id/history', { params: { spot_id }, signal })).items,
    retry: false,
    staleTime: 0,
  })

/** Says that a spot is gone, or there again. */
export const setSpotStatus = (spot_id: string, status: 'open' | 'gone'): Promise<Spot> =>
  call('PUT /api/spots/:spot_id/status', { params: { spot_id }, body: { status } })

/** Deletes a spot with all its posts. */
export const deleteSpot = (spot_id: string): Promise<void> =>
  call('DELETE /api/spots/:spot_id', { params: { spot_id } })

/** Brings a deleted spot back with its posts; admins only. */
export const restoreSpot = (spot_id: string): Promise<Spot> =>
  call('POST /api/spots/:spot_id/restore', { params: { spot_id } })

/** Makes an uploaded photo the cover; once per `key`. */
export const changeCover = (spot_id: string, media_id: string, key: string): Promise<Spot> =>
  untilAnswered(() =>
    call('PUT /api/spots/:spot_id/cover', {
      params: { spot_id },
      body: { media_id },
      headers: { 'idempotency-key': key },
    }),
  )
