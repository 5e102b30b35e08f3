import type { Person } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { go } from '../../lib/navigation.ts'
import { Button, toast } from '../../ui/index.ts'
import { acceptThread, clearThread } from './message-requests.ts'

const fail = (description: string) => toast({ kind: 'error', title: m.messages_error(), description })

type Props = { other: Person; thread_id: string; onAccepted: () => void }

/** In the place of the field while somebody one does not follow asks to talk: take it, or put it away. */
export function RequestBar({ other, thread_id, onAccepted }: Props) {
  const client = useQueryClient()
  const name = nameOf(other)
  const accept = useMutation({
    mutationFn: () => acceptThread(client, thread_id),
    onSuccess: onAccepted,
    onError: () => fail(m.messages_accept_failed()),
  })
  const refuse = useMutation({
    mutationFn: () => clearThread(client, thread_id),
    onSuccess: () => go('/messages?box=requests', { replace: true }),
    onError: () => fail(m.messages_clear_failed()),
  })
  return (
    <section className="request-bar" aria-label={m.messages_request_title({ name })}>
      <p>
        <b>{m.messages_request_title({ name })}</b>
        {m.messages_request_text({ name })}
      </p>
      <div className="request-ways">
        <Button
          disabled={accept.isPending}
          busy={refuse.isPending && m.messages_clear_busy()}
          onClick={() => refuse.mutate()}
        >
          {m.messages_refuse()}
        </Button>
        <Button
          variant="primary"
          disabled={refuse.isPending}
          busy={accept.isPending && m.messages_accepting()}
          onClick={() => accept.mutate()}
        >
          {m.messages_accept()}
        </Button>
      </div>
    </section>
  )
}
