import { isPinOf, type MapPin } from '@nollie/contract/map/map-codec'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { SpotEvent } from '@nollie/contract'
import { listen } from '../../../lib/live.ts'
import { mapKeys } from '../../../lib/keys/map.ts'
import { covers, type TileView } from '../view/view-tiles.ts'
import { spotCardQuery } from '../map-requests.ts'

/** Changes within this time (ms) cause a single request. */
const COALESCE_MS = 250
/** Spots outside the view affect only the total, which is refetched after this time (ms). */
const ELSEWHERE_MS = 30_000

type Drawn = { pins?: readonly Pick<MapPin, 'ref'>[] }

function isDrawn(client: QueryClient, spotId: string): boolean {
  return client
    .getQueriesData<Drawn>({ queryKey: mapKeys.allSpots, type: 'active' })
    .some(([, data]) => data?.pins?.some((pin) => isPinOf(pin, spotId)))
}

/** Refetches a view's spots when someone shares, changes, or deletes a spot in it. */
export function useLiveSpots(view: TileView, selectedId: string | null): void {
  const client = useQueryClient()
  const waitFor = useEffectEvent((event: SpotEvent): number | null => {
    if (event.kind === 'many' || event.at.some((at) => covers(view, at))) return COALESCE_MS
    // When a spot becomes less precise, its event doesn't include the previous position.
    if (isDrawn(client, event.spot_id)) return COALESCE_MS
    return event.kind === 'updated' ? null : ELSEWHERE_MS
  })
  const reloadCard = useEffectEvent((spotId: string | null) => {
    if (selectedId && (spotId === null || spotId === selectedId))
      void client.invalidateQueries({ queryKey: spotCardQuery(selectedId).queryKey })
  })
  useEffect(() => {
    let next: { timer: ReturnType<typeof setTimeout>; at: number } | null = null
    const reloadIn = (ms: number) => {
      const at = Date.now() + ms
      if (next && next.at <= at) return
      clearTimeout(next?.timer)
      const timer = setTimeout(() => {
        next = null
        void client.invalidateQueries({ queryKey: mapKeys.allSpots })
        void client.invalidateQueries({ queryKey: mapKeys.lists })
      }, ms)
      next = { timer, at }
    }
    const stop = listen('spot', {
      message: (event) => {
        reloadCard(event.spot_id)
        const wait = waitFor(event)
        if (wait !== null) reloadIn(wait)
      },
      gap: () => {
        reloadCard(null)
        reloadIn(COALESCE_MS)
      },
    })
    return () => {
      clearTimeout(next?.timer)
      stop()
    }
  }, [client])
}
