import type { Check, Spot, SpotCard, SpotCondition } from '@nollie/contract'
import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** The query for a spot's status reports, newest first, paginated. */
export function checksQuery(spot_id: string) {
  return infiniteQueryOptions({
    queryKey: spotKeys.checks(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/spots/:spot_id/checks', { params: { spot_id }, query: from(pageParam), signal }),
    staleTime: 0,
  })
}

/** The proof for a status report, in one of these three forms. */
export type Proof = {
  position?: { latitude: number; longitude: number; accuracy: number }
  distance?: 'at' | 'near'
  seen_at?: string
  media_id?: string
  taken_at?: string
}

/** The answer in a status report. */
export type Answer = { answer: CheckAnswer; until?: string }

/** Sends a status report; idempotent by `key`. */
export function sendCheck(spot_id: string, key: string, body: Answer & Proof) {
  return untilAnswered(() =>
    call('POST /api/spots/:spot_id/checks', {
      params: { spot_id },
      body,
      headers: { 'idempotency-key': key },
    }),
  )
}

/** Withdraws the viewer's own status report, or, for admins, deletes another person's. */
export function removeCheck({ id }: Pick<Check, 'id'>): Promise<SpotCondition> {
  return call('DELETE /api/checks/:check_id', { params: { check_id: id } })
}

/** Deletes all of a person's status reports; admins only. */
export function deleteChecksByPerson(user_id: string) {
  return call('DELETE /api/people/:user_id/checks', { params: { user_id } })
}

/** Updates a spot's condition everywhere on screen. */
export function showSpotCondition(client: QueryClient, spot_id: string, condition: SpotCondition): void {
  const status = condition.state === 'gone' ? ('gone' as const) : ('open' as const)
  const changed = { standing: condition, status }
  client.setQueryData<Spot>(spotKeys.one(spot_id), (spot) => spot && { ...spot, ...changed })
  client.setQueryData<SpotCard>(spotKeys.card(spot_id), (card) => card && { ...card, ...changed })
  void client.invalidateQueries({ queryKey: spotKeys.checks(spot_id) })
  void client.invalidateQueries({ queryKey: mapKeys.all })
}
