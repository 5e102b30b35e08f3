import type { ListPage } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listKeys } from '../../lib/keys/lists.ts'
import { listen } from '../../lib/live.ts'
import { useLiveSpotList } from '../../lib/places/use-live-spot-list.ts'
import { isOrdering } from './list-requests.ts'

/** Refetches the lists on screen when one of them or a crew changes. Only crew members can see their crew's lists. */
export function useLiveLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: listKeys.all })
    const ends = [
      listen('crew', { message: again, gap: again }),
      listen('list', {
        // During a reorder, the screen already shows the new order. The lists are refetched afterward.
        message: () => isOrdering() || again(),
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [client])
}

/** Like {@link useLiveLists}, but for a single list, which is also refetched when one of its spots changes. */
export function useLiveList(listKey: string, list: ListPage | undefined): void {
  useLiveLists()
  useLiveSpotList(listKeys.one(listKey), list?.items.map(({ spot_id: id }) => ({ id })) ?? [])
}
