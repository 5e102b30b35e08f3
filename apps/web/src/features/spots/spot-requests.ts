import type { GalleryItem, Spot } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { broughtAnswer, call } from '../../lib/api.ts'
import { byCursor, firstPageOnly, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { AT_PAGE_START, requestTime, receiveItem } from '../posts/index.ts'

type Point = { latitude: number; longitude: number }

/** A spot's page, for members. */
export const spotQuery = (spot_id: string) =>
  queryOptions({
    queryKey: ['spot', spot_id],
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id', { params: { spot_id }, signal }),
    initialData: () => broughtAnswer('GET /api/spots/:spot_id', { params: { spot_id } }),
  })

const receiveGallery = ({ items }: { items: readonly GalleryItem[] }, requestedAt: number): void => {
  for (const { post_id, media_index, liked, likes_count, comments_count } of items)
    receiveItem(post_id, media_index, { liked, likes_count, comments_count }, requestedAt)
}

/** Photos and videos of a spot, page by page. Asked again for a while when a video is still being made. */
export const spotGalleryQuery = (spot_id: string) =>
  infiniteQueryOptions({
    queryKey: ['spot', spot_id, 'media'],
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
      const page = broughtAnswer('GET /api/spots/:spot_id/media', { params: { spot_id }, query: {} })
      if (page) receiveGallery(page, AT_PAGE_START)
      return firstPageOnly(page)
    },
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ media }) => media.status === 'processing'))
        ? 4_000
        : false,
  })

// Eight digits are a millimetre, and never an exponent.
const digits = (degrees: number) => degrees.toFixed(8)

/** Spots so near to a point that they are likely the same place. */
export const nearbyQuery = ({ latitude, longitude }: Point) =>
  queryOptions({
    queryKey: ['nearby', latitude, longitude],
    queryFn: ({ signal }) =>
      call('GET /api/spots/nearby', {
        query: { latitude: digits(latitude), longitude: digits(longitude) },
        signal,
      }),
    retry: false,
  })

/** City, state and country at a point. */
export const placeAt = ({ latitude, longitude }: Point, signal: AbortSignal) =>
  call('GET /api/places/reverse', {
    query: { latitude: digits(latitude), longitude: digits(longitude) },
    signal,
  })

/** Shares a spot. `text` is the body as JSON; under one `key` it takes effect once, however often it is sent. */
export const shareSpot = (text: string, key: string): Promise<Spot> =>
  untilAnswered(() =>
    call('POST /api/spots', { body: JSON.parse(text), headers: { 'idempotency-key': key } }),
  )
