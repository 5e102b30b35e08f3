import type { Person, Thread } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/person-name.ts'
import { AppLink, Avatar, EmptyState, IconButton } from '../../ui/index.ts'
import { OutgoingBubble } from './message-bubble.tsx'
import {
  boxName,
  messages as drafts,
  type DraftKey,
  type OutgoingMessage,
  writeDraft,
} from './message-drafts.ts'
import { discard, sendAgain } from './send-message.ts'
import { ThreadMenu } from './thread-menu.tsx'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './conversation.module.css'

type BarProps = { other: Person; thread: Thread | null; onBack?: (() => void) | undefined }

/** The header of a conversation: the other person, and the menu. */
export function ConversationBar({ other, thread, onBack }: BarProps) {
  return (
    <header className={classes(looks.headerBar, styles.threadBar)}>
      <div className={looks.headerRow} data-back={onBack ? '' : undefined}>
        {onBack && (
          <IconButton label={m.messages_to_messages()} onClick={onBack}>
            <ArrowLeft size={24} aria-hidden="true" />
          </IconButton>
        )}
        <h1 className={styles.threadName}>
          <AppLink href={`/user/${other.user_id}`}>
            <Avatar person={other} size={36} />
            <bdi>{nameOf(other)}</bdi>
          </AppLink>
        </h1>
        <span className={looks.headerGap} />
        <ThreadMenu other={other} thread={thread} />
      </div>
    </header>
  )
}

type OutgoingProps = {
  draftKey: DraftKey
  waiting: readonly OutgoingMessage[]
  /** Called when an unsent message was discarded; its text may be in the field again. */
  onDiscarded: () => void
}

/** Unconfirmed messages; one that failed offers to be sent again or discarded. */
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
            // Puts the text back into the field, unless something else is typed there.
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

/** The message list of a conversation without a thread: unconfirmed messages, or a hint how to begin. */
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
