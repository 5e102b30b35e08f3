import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/messages.ts'
import { EmptyState } from '../../../ui/index.ts'
import { OutgoingBubble } from './message-bubble.tsx'
import {
  boxName,
  messages as drafts,
  type DraftKey,
  type OutgoingMessage,
  writeDraft,
} from '../sending/message-drafts.ts'
import { discard, sendAgain } from '../sending/send-message.ts'
import styles from './conversation.module.css'

type OutgoingProps = {
  draftKey: DraftKey
  waiting: readonly OutgoingMessage[]
  /** Called after an unsent message is discarded; its text may be back in the field. */
  onDiscarded: () => void
}

/** Lists the unconfirmed messages. A failed one can be retried or discarded. */
export function OutgoingMessages({ draftKey, waiting, onDiscarded }: OutgoingProps) {
  const client = useQueryClient()
  return (
    <ol className={styles.run} data-mine="">
      {waiting.map((one) => (
        <OutgoingBubble
          key={one.key}
          one={one}
          onAgain={() => sendAgain(client, draftKey, one.key)}
          onDiscard={() => {
            // Puts the text back into the field, unless something else has been typed there.
            if (drafts.at(boxName(draftKey)).draft.text === '')
              writeDraft(draftKey, { text: one.content ?? '', shared: one.shared })
            discard(draftKey, one.key)
            onDiscarded()
          }}
        />
      ))}
    </ol>
  )
}

/** The message list of a conversation without a thread: unconfirmed messages, or a hint about how to start. */
export function EmptyLog({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.logFrame}>
      <div className={styles.logScroll} data-scrolls="">
        <div className={styles.log} role="log" aria-label={m.messages_conversation({ name })}>
          {children || (
            <EmptyState art="comments" level={2} title={m.messages_empty()}>
              {m.messages_beginning({ name })}
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  )
}
