import type { FollowEvent, PersonEvent } from '@nollie/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listen } from '../../lib/live.ts'
import { loadAgain } from '../../lib/query-patch.ts'
import { session } from '../../lib/session.ts'
import { type CardPages, listCards, publishFollowing } from './people-cache.ts'
import { profileQuery } from './people-requests.ts'

/**
 * Updates a list of people while it is on screen. `isRelevant` selects the follows that change who is in the list. The
 * viewer's own follows change only the buttons, so that no row disappears during a tap.
 */
export function useLiveCards(
  queryKey: readonly unknown[],
  isRelevant: (follow: FollowEvent) => boolean = () => false,
): void {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  const changesList = useEffectEvent(isRelevant)
  useEffect(() => {
    const list = JSON.parse(key) as unknown[]
    const again = () => loadAgain(client, { queryKey: list })
    const mine = () => session.get().user?.user_id
    const isShown = (user_id: string) =>
      listCards(client.getQueryData<InfiniteData<CardPages['pages'][number]>>(list)).some(
        (card) => card.user_id === user_id,
      )
    const onPerson = (event: PersonEvent) => {
      if (event.kind === 'many') return again()
      if (event.kind === 'counts') {
        const { queryKey: own } = profileQuery(event.user_id)
        if (event.user_id === mine()) loadAgain(client, { queryKey: own })
      } else if (event.kind === 'back' || isShown(event.user_id)) again()
    }
    const onFollow = (event: FollowEvent) => {
      if (event.follower_id === mine())
        publishFollowing(client, event.following_id, { following: event.following })
      else if (changesList(event)) again()
    }
    const stops = [
      listen('person', { message: onPerson, gap: again }),
      listen('follow', { message: onFollow }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, key])
}
