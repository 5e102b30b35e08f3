import type { ListPage } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listKeys } from '../../lib/keys/lists.ts'
import { listen } from '../../lib/live.ts'
import { useLiveSpotList } from '../../lib/use-live-spot-list.ts'
import { isOrdering } from './list-requests.ts'

/** Loads the lists on screen again when one of them changes, or a crew: only its members see its lists. */
export function useLiveLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: listKeys.all })
    const ends = [
      listen('crew', { message: again, gap: again }),
      listen('list', {
        // An order on its way is shown already, and lists are loaded again when it has arrived.
        message: () => isOrdering() || again(),
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [client])
}

/** The same for one list, which is loaded again when one of its spots changes, too. */
export function useLiveList(listKey: string, list: ListPage | undefined): void {
  useLiveLists()
  useLiveSpotList(listKeys.one(listKey), list?.items.map(({ spot_id: id }) => ({ id })) ?? [])
}
