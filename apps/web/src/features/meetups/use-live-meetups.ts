import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../../lib/live.ts'
import { meetupKeys } from '../../lib/keys/meetups.ts'

/**
 * Refetches meetups on screen when one that the viewer hosts or joined changes, and after blocks, suspensions,
 * follows, and changes of crews.
 */
export function useLiveMeetups(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: meetupKeys.all })
    const ends = [
      listen('meetup', { message: again, gap: again }),
      // The viewer may have lost access.
      listen('crew', { message: again, gap: again }),
      listen('follow', { message: again }),
      listen('person', { message: ({ kind }) => (kind === 'away' || kind === 'back') && again() }),
    ]
    return () => ends.forEach((end) => end())
  }, [client])
}
