import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import type { Person } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { session } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import { buttonLook, Spinner, toast } from '../../ui/index.ts'
import { publishFollowing } from './people-cache.ts'
import { profileQuery } from './people-requests.ts'
import styles from './people.module.css'

type Props = {
  person: Person & { following: boolean }
  /** Called when the server has the change. */
  onChanged?: () => void
}

/** Follows or unfollows a person (FOLLOW-01); nothing for oneself (FOLLOW-04). */
export function FollowButton({ person, onChanged }: Props) {
  const { user_id, following } = person
  const { user } = useSession()
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: () =>
      call(`${following ? 'DELETE' : 'PUT'} /api/people/:user_id/follow`, { params: { user_id } }),
    onSuccess: (answer) => {
      publishFollowing(client, user_id, answer)
      onChanged?.()
      if (user) void client.invalidateQueries({ queryKey: profileQuery(user.user_id).queryKey })
      // Loaded again on the next visit of that list, so that nothing on this screen moves.
      void client.invalidateQueries({ queryKey: peopleKeys.cards('following'), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: feedKeys.list('followed') })
    },
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.people_error(),
        description:
          error instanceof ApiError && error.status === 401
            ? m.people_follow_anonymous()
            : messageOf(error, m.people_follow_failed({ name: nameOf(person) })),
      }),
  })
  if (user?.user_id === user_id) return null
  // Not `disabled`, which would take the focus from whoever pressed it with the keyboard.
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
      <span className="sr-only">{nameOf(person)}</span>
    </button>
  )
}
