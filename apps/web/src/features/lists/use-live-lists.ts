import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listKeys } from '../../lib/keys/lists.ts'
import { listen } from '../../lib/live.ts'

/** Loads lists on screen again when a crew changes: whoever is in it no more sees its lists no more, and the other way round. */
export function useLiveLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: listKeys.all })
    return listen('crew', { message: again, gap: again })
  }, [client])
}
