import type { ListPage } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listKeys } from '../../lib/keys/lists.ts'
import { listen } from '../../lib/live.ts'
import { useLiveSpotList } from '../../lib/use-live-spot-list.ts'

/** Loads the lists on screen again when a crew changes: only its members see its lists. */
export function useLiveLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: listKeys.all })
    return listen('crew', { message: again, gap: again })
  }, [client])
}

/** The same for one list, which is loaded again when one of its spots changes, too. */
export function useLiveList(listKey: string, list: ListPage | undefined): void {
  useLiveLists()
  useLiveSpotList(listKeys.one(listKey), list?.items.map(({ spot_id: id }) => ({ id })) ?? [])
}
