import type { GalleryItem } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { spotKeys } from '../../lib/keys/spots.ts'
import { listen } from '../../lib/live.ts'
import { isOlder, patchQuery } from '../../lib/query-patch.ts'
import { onPostChange } from '../posts/index.ts'
import { spotGalleryQuery, spotQuery } from './spot-requests.ts'

function inGallery(client: QueryClient, spot_id: string, change: (items: GalleryItem[]) => GalleryItem[]) {
  return patchQuery(client, spotGalleryQuery(spot_id).queryKey, (gallery) => ({
    ...gallery,
    pages: gallery.pages.map((page) => ({ ...page, items: change(page.items) })),
  }))
}

/** Adds a new post's items to the start of a spot's gallery. */
export function addToGallery(client: QueryClient, spot_id: string, items: readonly GalleryItem[]): void {
  patchQuery(client, spotGalleryQuery(spot_id).queryKey, (gallery) => {
    const [first, ...rest] = gallery.pages
    if (!first) return gallery
    const known = new Set(first.items.map(({ post_id, media_index }) => `${post_id}/${media_index}`))
    const fresh = items.filter(({ post_id, media_index }) => !known.has(`${post_id}/${media_index}`))
    return { ...gallery, pages: [{ ...first, items: [...fresh, ...first.items] }, ...rest] }
  })
}

/** Updates a spot's page while it is mounted: facts, status, photos, and videos. */
export function useLiveSpot(spot_id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey, exact: true })
    const refetchSpot = () => refetch(spotQuery(spot_id).queryKey)
    const refetchGallery = () => refetch(spotGalleryQuery(spot_id).queryKey)
    const stopSpot = listen('spot', {
      message: (event) => {
        if (event.spot_id !== null && event.spot_id !== spot_id) return
        refetchSpot()
        refetch(spotKeys.checks(spot_id))
      },
      gap: refetchSpot,
    })
    const stopPosts = onPostChange((change) => {
      if (change.kind === 'loaded') return
      if (change.kind === 'gap') {
        const { queryKey } = spotGalleryQuery(spot_id)
        if (isOlder(client, { queryKey }, change.since)) refetchGallery()
        return
      }
      if (change.kind === 'many') return refetchGallery()
      const { kind, post_id } = change
      if (kind === 'deleted' && post_id)
        inGallery(client, spot_id, (items) => items.filter((item) => item.post_id !== post_id))
      if (change.spot_id !== spot_id) return
      refetchGallery()
      // The spot was deleted with all of its posts, or is now hidden from this viewer.
      if (kind === 'deleted' && post_id === null) refetchSpot()
    })
    return () => {
      stopSpot()
      stopPosts()
    }
  }, [client, spot_id])
}
