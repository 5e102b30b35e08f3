import type { Person, Thread } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import type { RefObject } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { go } from '../../../lib/navigation.ts'
import { Composer } from './composer.tsx'
import { type Draft, type DraftKey, writeDraft } from '../sending/message-drafts.ts'
import { RequestBar } from './request-bar.tsx'
import styles from './conversation.module.css'

function WaitNote({ thread, name }: { thread: Thread; name: string }) {
  if (thread.accepted_by_other || thread.box === 'requests') return null
  const left = leftIn(thread)
  return (
    <p className={styles.waitNote}>
      {left <= 0 ? m.messages_limit_reached({ name }) : m.messages_limit_left({ name, count: left })}
    </p>
  )
}

/** Returns how many more messages the viewer may send before the other person replies. */
function leftIn({ accepted_by_other, last_message }: Thread): number {
  return accepted_by_other ? Number.POSITIVE_INFINITY : LIMITS.messages_in_request - (last_message?.seq ?? 0)
}

type Props = {
  other: Person
  thread: Thread | null
  draftKey: DraftKey
  draft: Draft
  onSend: () => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The bottom of a conversation: the form for a new message, or the choice of whether to accept a message request. */
export function ConversationFoot({ other, thread, draftKey, draft, onSend, field }: Props) {
  const name = getName(other)
  if (thread?.box === 'requests')
    return (
      <RequestBar
        other={other}
        thread_id={thread.id}
        // Once accepted, the conversation opens in the inbox with the message field focused.
        onAccepted={() => go(`/messages/${thread.id}`, { replace: true, state: { writing: true } })}
      />
    )
  return (
    <div className={styles.threadFoot} data-composer="">
      {thread && <WaitNote thread={thread} name={name} />}
      <Composer
        name={name}
        draft={draft}
        onDraft={(change) => writeDraft(draftKey, change)}
        onSend={onSend}
        closed={thread !== null && leftIn(thread) <= 0}
        field={field}
      />
    </div>
  )
}
