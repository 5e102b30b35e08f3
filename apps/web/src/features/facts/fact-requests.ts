import type { Api, FactMeasurement, SpotFacts } from '@nollie/contract'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { factKeys } from '../../lib/keys/facts.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** The query for a spot's facts and suggestions. */
export function factsQuery(spot_id: string) {
  return queryOptions({
    queryKey: factKeys.one(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/facts', { params: { spot_id }, signal }),
    staleTime: 15_000,
  })
}

/** The query for all changes to a spot's facts, newest first, paginated. */
export function factHistoryQuery(spot_id: string) {
  return infiniteQueryOptions({
    queryKey: factKeys.history(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/spots/:spot_id/facts/history', { params: { spot_id }, query: from(pageParam), signal }),
    staleTime: 0,
  })
}

/** The query for a spot's measurements and the viewer's board length. */
export function measurementsQuery(spot_id: string) {
  return queryOptions({
    queryKey: factKeys.measurements(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/measurements', { params: { spot_id }, signal }),
    staleTime: 15_000,
  })
}

/** A map view and its filters, in the request's format. */
export type CountsInput = Api['GET /api/map/facts']['input']['query']

/** The query for how many spots in view match each fact filter; null until the map has a view. */
export function factCountsQuery(counted: CountsInput | null) {
  return queryOptions({
    queryKey: factKeys.counts(counted),
    queryFn: ({ signal }) => call('GET /api/map/facts', { query: counted ?? NO_VIEW, signal }),
    enabled: counted !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 15_000,
  })
}

const NO_VIEW: CountsInput = { z: '0', x0: '0', x1: '0', y0: '0', y1: '0' }

/** The query for a spot's photos, for choosing a photo to measure in; paginated. */
export function spotPhotosQuery(spot_id: string) {
  return infiniteQueryOptions({
    queryKey: factKeys.photos(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/spots/:spot_id/media', { params: { spot_id }, query: from(pageParam), signal }),
    staleTime: 15_000,
  })
}

/** Updates everything on screen with the facts from a response. */
export function receiveFacts(client: QueryClient, spot_id: string, facts: SpotFacts): void {
  client.setQueryData(factsQuery(spot_id).queryKey, facts)
  const others = [factKeys.history(spot_id), spotKeys.card(spot_id), mapKeys.all, factKeys.counts()]
  for (const queryKey of others) void client.invalidateQueries({ queryKey })
}

/** The request body for a fact suggestion. */
export type FactsBody = Api['POST /api/spots/:spot_id/facts']['input']['body']

/** Suggests facts for a spot; idempotent by `key`. */
export function suggestFacts(spot_id: string, body: FactsBody, key: string): Promise<SpotFacts> {
  return untilAnswered(() =>
    call('POST /api/spots/:spot_id/facts', {
      params: { spot_id },
      body,
      headers: { 'idempotency-key': key },
    }),
  )
}

/** The request body for a measurement. */
export type MeasurementBody =
  Api['POST /api/spots/:spot_id/obstacles/:obstacle_id/measurements']['input']['body']

/** Adds a measurement for an obstacle; idempotent by `key`. */
export function sendMeasurement(
  params: { spot_id: string; obstacle_id: string },
  body: MeasurementBody,
  key: string,
): Promise<FactMeasurement> {
  return untilAnswered(() =>
    call('POST /api/spots/:spot_id/obstacles/:obstacle_id/measurements', {
      params,
      body,
      headers: { 'idempotency-key': key },
    }),
  )
}
