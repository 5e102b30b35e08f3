import type { Person } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Flag } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { go } from '../../../lib/navigation.ts'
import { Button, toast } from '../../../ui/index.ts'
import { acceptThread, clearThread } from '../message-requests.ts'
import { usePersonDialogs } from './use-person-dialogs.tsx'
import styles from './conversation.module.css'

function fail(description: string) {
  return toast({ kind: 'error', title: m.messages_error(), description })
}

type Props = { other: Person; thread_id: string; onAccepted: () => void }

/** Replaces the message form while the thread is a request: accept or delete it, or block or report its sender. */
export function RequestBar({ other, thread_id, onAccepted }: Props) {
  const client = useQueryClient()
  const name = getName(other)
  // The viewer may have navigated away by the time the response arrives.
  const ifStillOpen = (next: () => void) => {
    const own = [`/messages/${thread_id}`, `/messages/with/${other.user_id}`]
    if (own.includes(location.pathname)) next()
  }
  const accept = useMutation({
    mutationFn: () => acceptThread(client, thread_id),
    onSuccess: () => ifStillOpen(onAccepted),
    onError: () => fail(m.messages_accept_failed()),
  })
  const toRequests = () => ifStillOpen(() => go('/messages?box=requests', { replace: true }))
  const { block, report, dialogs } = usePersonDialogs(other, toRequests)
  const refuse = useMutation({
    mutationFn: () => clearThread(client, thread_id),
    onSuccess: toRequests,
    onError: () => fail(m.messages_conversation_delete_failed()),
  })
  return (
    <section className={styles.requestBar} aria-label={m.messages_request_title({ name })}>
      <p>
        <b>{m.messages_request_title({ name })}</b>
        {m.messages_request_text({ name })}
      </p>
      <div className={styles.requestWays}>
        <Button
          disabled={accept.isPending}
          busy={refuse.isPending && m.messages_conversation_deleting()}
          onClick={() => refuse.mutate()}
        >
          {m.messages_request_delete()}
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
      <div className={styles.requestWays}>
        <Button variant="plain" size="sm" onClick={block}>
          <Ban aria-hidden="true" />
          {m.blocks_block()}
        </Button>
        <Button variant="plain" size="sm" onClick={report}>
          <Flag aria-hidden="true" />
          {m.people_report()}
        </Button>
      </div>
      {dialogs}
    </section>
  )
}
