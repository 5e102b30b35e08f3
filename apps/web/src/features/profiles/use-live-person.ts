import type { FollowEvent, PersonEvent } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../../lib/live.ts'
import { loadAgain, patchQuery } from '../../lib/query-patch.ts'
import { session } from '../../lib/session.ts'
import { profileKeys } from '../../lib/keys/profiles.ts'
import { onPostChange } from '../posts/index.ts'
import { publishFollowing, withCounts, profileQuery } from '../people/index.ts'
import { postsQuery } from './profile-requests.ts'

/** Updates a person's page while it is mounted: text, picture, counts (RT-05), spots, and posts. */
export function useLivePerson(user_id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = (...parts: Parameters<typeof profileKeys.part>[0][]) => {
      for (const part of parts) loadAgain(client, { queryKey: profileKeys.part(part, user_id) })
    }
    const isShown = ({ post_id, spot_id }: { post_id: string | null; spot_id: string | null }) =>
      client
        .getQueryData(postsQuery(user_id).queryKey)
        ?.pages.some(({ items }) =>
          items.some((post) => (post_id === null ? post.spot_id === spot_id : post.id === post_id)),
        ) ?? false
    const everything = () => again('profile', 'spots', 'posts', 'activity', 'pictures')
    const onPerson = (event: PersonEvent) => {
      if (event.kind === 'many') return everything()
      if (event.user_id !== user_id) return
      if (event.kind !== 'counts') return again('profile')
      const { queryKey } = profileQuery(user_id)
      const before = client.getQueryData(queryKey)
      patchQuery(client, queryKey, (profile) => withCounts(profile, event))
      if (!before) return
      if (before.spots_count !== event.spots_count) again('spots')
      again('activity')
    }
    const onFollow = ({ follower_id, following_id, following }: FollowEvent) => {
      if (following_id === user_id) {
        if (follower_id === session.get().user?.user_id) publishFollowing(client, user_id, { following })
        again('profile', 'activity')
      } else if (follower_id === user_id) again('profile')
    }
    const stops = [
      listen('person', { message: onPerson, gap: everything }),
      listen('follow', { message: onFollow }),
      onPostChange((change) => {
        if (change.kind === 'gap' || change.kind === 'many') return again('posts', 'activity')
        if (!('user_id' in change && change.user_id === user_id) && !isShown(change)) return
        again('posts', 'pictures')
        // The count of spots may already include this one, if the profile was loaded again in the meantime.
        if (change.spot_id !== null && (change.kind === 'created' || change.kind === 'deleted'))
          again('spots')
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, user_id])
}
