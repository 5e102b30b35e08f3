import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendOrQueueLazily } from '../../lib/outbox/send-or-queue-lazily.ts'
import { publishFollowing } from './people-cache.ts'
import { profileQuery } from './people-requests.ts'

/** A queued follow or unfollow; the entry's target is the person. */
export type WaitingFollow = { following: boolean; name: string }

/** The outbox kind for follows. */
export const FOLLOW = 'follow'

type Followed = { following: boolean; followers_count?: number | undefined }

function sendFollow(user_id: string, following: boolean): Promise<Followed> {
  return call(`${following ? 'PUT' : 'DELETE'} /api/people/:user_id/follow`, { params: { user_id } })
}

/** Follows or unfollows a person. Resolves to null if the request went into the outbox. */
export function followOrQueue(user_id: string, payload: WaitingFollow): Promise<Followed | null> {
  return sendOrQueueLazily({ kind: FOLLOW, target: user_id, payload, isLastState: true }, () =>
    sendFollow(user_id, payload.following),
  )
}

/** Updates every screen after a follow or unfollow. */
export function showFollowing(client: QueryClient, user_id: string, answer: Followed): void {
  publishFollowing(client, user_id, answer)
  const me = session.get().user?.user_id
  if (me !== undefined) void client.invalidateQueries({ queryKey: profileQuery(me).queryKey })
  // The list is refetched the next time it opens, so that nothing on this screen moves.
  void client.invalidateQueries({ queryKey: peopleKeys.cards('following'), refetchType: 'none' })
  void client.invalidateQueries({ queryKey: feedKeys.list('followed') })
}

/** Handles follows in the outbox. */
export function waitingFollows(client: QueryClient): WaitingKind<WaitingFollow> {
  return {
    isRepeatable: true,
    send: async ({ target, payload: { following } }) =>
      showFollowing(client, target, await sendFollow(target, following)),
    describe: ({ target, payload: { following, name } }) => ({
      what: following ? m.outbox_follow() : m.outbox_unfollow(),
      where: name,
      text: null,
      href: `/user/${target}`,
    }),
  }
}
