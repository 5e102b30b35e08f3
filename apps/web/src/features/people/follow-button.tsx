import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import type { Person } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { session, useSession } from '../../lib/session.ts'
import { Spinner, toast } from '../../ui/index.ts'
import { publishFollowing } from './people-cache.ts'
import { profileQuery } from './people-requests.ts'
import './people.css'

type Props = {
  person: Person & { following: boolean }
  /** The server has it. */
  onChanged?: () => void
}

/** Follows a person, or does no more (FOLLOW-01); nothing for oneself (FOLLOW-04). */
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
      // Seen again when the person goes back there: nothing they look at now jumps.
      void client.invalidateQueries({ queryKey: ['people', 'cards', 'following'], refetchType: 'none' })
      void client.invalidateQueries({ queryKey: ['feed', 'followed'] })
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
  // Not `disabled`, which would take the focus away from whoever pressed it by key.
  const press = () => {
    if (toggle.isPending) return
    if (session.get().status === 'signed-in') return toggle.mutate()
    toast({ kind: 'error', title: m.people_error(), description: m.people_follow_anonymous() })
  }
  return (
    <button
      type="button"
      className={`btn btn-sm ${following ? 'btn-line' : 'btn-ink'} follow-button`}
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
