import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { Button, ButtonLink, EmptyState, toast } from '../../ui/index.ts'
import { blockedQuery } from './people-requests.ts'
import { looks } from '../../ui/looks.ts'

/** Whether the error means that the person doesn't exist for this viewer, or that the id is malformed. */
export function isPersonMissing(error: unknown): boolean {
  return error instanceof ApiError && ['PERSON_NOT_FOUND', 'BAD_REQUEST', 'NOT_FOUND'].includes(error.code)
}

/** Shown if a person doesn't exist for the viewer. If the viewer has blocked the person, offers to unblock them. */
export function PersonMissing({ user_id }: { user_id: string }) {
  const client = useQueryClient()
  const { data: blocked } = useQuery(blockedQuery(user_id))
  const unblock = useMutation({
    mutationFn: () => call('DELETE /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => client.invalidateQueries(),
    onError: () => toast({ kind: 'error', title: m.people_error(), description: m.blocks_unblock_failed() }),
  })
  if (blocked)
    return (
      <div className={looks.listState}>
        <EmptyState
          art="followers"
          level={1}
          title={m.blocks_blocked_title({ name: getName(blocked.user, NAMELESS.list) })}
          action={
            <Button
              variant="line"
              busy={unblock.isPending && m.blocks_unblocking()}
              onClick={() => unblock.mutate()}
            >
              {m.blocks_unblock()}
            </Button>
          }
        >
          {m.blocks_blocked_text()}
        </EmptyState>
      </div>
    )
  return (
    <div className={looks.listState}>
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
