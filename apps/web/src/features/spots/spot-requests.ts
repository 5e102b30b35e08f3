import type { GalleryItem, Spot } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { preloadedAnswer, call } from '../../lib/api.ts'
import { byCursor, firstPageOnly, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { AT_PAGE_START, requestTime, receiveItem } from '../posts/index.ts'

type Point = { latitude: number; longitude: number }

/** The query for a spot's page; members only. */
export function spotQuery(spot_id: string) {
  return queryOptions({
    queryKey: spotKeys.one(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id', { params: { spot_id }, signal }),
    initialData: () => preloadedAnswer('GET /api/spots/:spot_id', { params: { spot_id } }),
  })
}

function receiveGallery({ items }: { items: readonly GalleryItem[] }, requestedAt: number): void {
  for (const { post_id, media_index, liked, likes_count, comments_count } of items)
    receiveItem(post_id, media_index, { liked, likes_count, comments_count }, requestedAt)
}

/** The query for a spot's photos and videos, paginated. Refetches for a while if a video is still being processed. */
export function spotGalleryQuery(spot_id: string) {
  return infiniteQueryOptions({
    queryKey: spotKeys.media(spot_id),
    ...byCursor,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = requestTime()
      const page = await call('GET /api/spots/:spot_id/media', {
        params: { spot_id },
        query: from(pageParam),
        signal,
      })
      receiveGallery(page, requestedAt)
      return page
    },
    initialData: () => {
      const page = preloadedAnswer('GET /api/spots/:spot_id/media', { params: { spot_id }, query: {} })
      if (page) receiveGallery(page, AT_PAGE_START)
      return firstPageOnly(page)
    },
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ media }) => media.status === 'processing'))
        ? 4_000
        : false,
  })
}

// Eight decimal places are about one millimeter. `toFixed` never writes an exponent.
function digits(degrees: number) {
  return degrees.toFixed(8)
}

/** The data entered so far for a spot that is being shared. */
export type Sought = Point & { name: string; spot_types: readonly string[]; media_ids: readonly string[] }

/** Fetches spots that are probably the same as one that is being shared, most similar first. */
export function nearbySpots(
  { latitude, longitude, name, spot_types, media_ids }: Sought,
  signal: AbortSignal,
) {
  return call('GET /api/spots/nearby', {
    query: {
      latitude: digits(latitude),
      longitude: digits(longitude),
      ...(name && { name }),
      ...(spot_types.length > 0 && { spot_types: spot_types.join(',') }),
      ...(media_ids.length > 0 && { media_ids: media_ids.join(',') }),
    },
    signal,
  })
}

/** The query for {@link nearbySpots}, used while the form is being filled in. */
export function nearbyQuery(sought: Sought) {
  const { latitude, longitude, name, spot_types, media_ids } = sought
  return queryOptions({
    queryKey: spotKeys.nearby([latitude, longitude, name, ...spot_types, ...media_ids].join(' ')),
    queryFn: ({ signal }) => nearbySpots(sought, signal),
    retry: false,
  })
}

/** Fetches the city, state, and country at a point. */
export function placeAt({ latitude, longitude }: Point, signal: AbortSignal) {
  return call('GET /api/places/reverse', {
    query: { latitude: digits(latitude), longitude: digits(longitude) },
    signal,
  })
}

/** Shares a spot; `text` is the JSON request body. Idempotent by `key`. */
export function shareSpot(text: string, key: string): Promise<Spot> {
  return untilAnswered(() =>
    call('POST /api/spots', { body: JSON.parse(text), headers: { 'idempotency-key': key } }),
  )
}
