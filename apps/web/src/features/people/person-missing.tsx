import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { Button, ButtonLink, EmptyState, toast } from '../../ui/index.ts'
import { blockedQuery } from './people-requests.ts'
import './people.css'

/** Nobody is there, for this reader at least; an address that could name nobody says the same. */
export const isNobody = (error: unknown): boolean =>
  error instanceof ApiError && ['PERSON_NOT_FOUND', 'BAD_REQUEST', 'NOT_FOUND'].includes(error.code)

/** In the place of a person who is not there; whoever blocked them can take that back here. */
export function PersonMissing({ user_id }: { user_id: string }) {
  const client = useQueryClient()
  const { data: blocked } = useQuery(blockedQuery(user_id))
  const unblock = useMutation({
    mutationFn: () => call('DELETE /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => client.invalidateQueries(),
    onError: () => toast({ kind: 'error', title: m.people_error(), description: m.people_unblock_failed() }),
  })
  if (blocked)
    return (
      <div className="list-state">
        <EmptyState
          art="followers"
          level={1}
          title={m.people_blocked_name({ name: nameOf(blocked.user, NAMELESS.list) })}
          action={
            <Button
              variant="line"
              busy={unblock.isPending && m.people_unblocking()}
              onClick={() => unblock.mutate()}
            >
              {m.people_unblock()}
            </Button>
          }
        >
          {m.people_blocked_text()}
        </EmptyState>
      </div>
    )
  return (
    <div className="list-state">
      <EmptyState
        art="notFound"
        level={1}
        title={m.people_missing()}
        action={
          <ButtonLink href="/dashboard" variant="line">
            {m.people_to_dashboard()}
          </ButtonLink>
        }
      >
        {m.people_missing_text()}
      </EmptyState>
    </div>
  )
}
