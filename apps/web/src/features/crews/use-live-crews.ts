import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../../lib/live.ts'
import { crewKeys } from '../../lib/keys/crews.ts'
import { onPostChange } from '../posts/index.ts'

/** Updates crews while they're on screen, including names, members, invitations, spots, and posts. */
export function useLiveCrews(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: crewKeys.all })
    const stops = [
      listen('crew', { message: again, gap: again }),
      // After a block, the two members no longer see each other.
      listen('person', { message: ({ kind }) => (kind === 'away' || kind === 'back') && again() }),
      onPostChange(({ kind }) => {
        if (kind === 'deleted' || kind === 'created' || kind === 'many') again()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
