import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import type { Person } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, getMessage } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { session } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { useWaiting } from '../../lib/outbox/use-outbox.ts'
import { buttonLook, Spinner, toast } from '../../ui/index.ts'
import { FOLLOW, followOrQueue, showFollowing, type WaitingFollow } from './outbox-follows.ts'
import styles from './people.module.css'

type Props = {
  person: Person & { following: boolean }
  /** Called once the server has confirmed the change. */
  onChanged?: () => void
}

/** Follows or unfollows a person (FOLLOW-01). Not shown on the viewer's own profile or card (FOLLOW-04). */
export function FollowButton({ person, onChanged }: Props) {
  const { user_id } = person
  const queued = useWaiting<WaitingFollow>(FOLLOW, user_id).find(({ state }) => state === 'waiting')
  const following = queued?.payload.following ?? person.following
  const { user } = useSession()
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: () => followOrQueue(user_id, { following: !following, name: getName(person) }),
    onSuccess: (answer) => {
      if (!answer) return
      showFollowing(client, user_id, answer)
      onChanged?.()
    },
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.people_error(),
        description:
          error instanceof ApiError && error.status === 401
            ? m.people_follow_anonymous()
            : isDeviceFull(error)
              ? m.outbox_full_text()
              : getMessage(error, m.people_follow_failed({ name: getName(person) })),
      }),
  })
  if (user?.user_id === user_id) return null
  // Clicks are ignored while a request is pending. Setting `disabled` would lose keyboard focus.
  const press = () => {
    if (toggle.isPending) return
    if (session.get().status === 'signed-in') return toggle.mutate()
    toast({ kind: 'error', title: m.people_error(), description: m.people_follow_anonymous() })
  }
  return (
    <button
      type="button"
      {...buttonLook({ variant: following ? 'line' : 'ink', size: 'sm', className: styles.followButton })}
      aria-disabled={toggle.isPending || undefined}
      aria-busy={toggle.isPending || undefined}
      onClick={press}
    >
      {toggle.isPending ? <Spinner /> : following && <UserCheck aria-hidden="true" />}
      <span aria-live="polite">
        {toggle.isPending ? m.people_follow_loading() : following ? m.people_following() : m.people_follow()}
      </span>
      <span className="sr-only">{getName(person)}</span>
    </button>
  )
}
