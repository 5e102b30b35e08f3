import type { Message } from '@nollie/contract'
import { CircleAlert, Flag, Trash2 } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { Button, Menu, MenuItem, MentionText, OutboxNote } from '../../../ui/index.ts'
import type { OutgoingMessage } from '../sending/message-drafts.ts'
import { AttachedCard, type OpenItem, SharedCard } from '../attachments/shared-card.tsx'
import { classes } from '../../../lib/classes.ts'
import styles from './message-bubble.module.css'
import conversationStyles from './conversation.module.css'

/** The actions that the viewer can take on a message. */
export type MessageActions = {
  onOpen: OpenItem
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
}

type Props = { message: Message; mine: boolean; author: string; actions: MessageActions }

/** A message with its text and attachment. A deleted message stays in the list, but without them. */
export function MessageBubble({ message, mine, author, actions }: Props) {
  const { content, shared, deleted_at } = message
  const by = <span className="sr-only">{author}: </span>
  if (deleted_at !== null)
    return (
      <li className={styles.root} data-mine={mine ? '' : undefined}>
        <div className={classes(styles.bubble, styles.bubbleDeleted)}>
          <p>
            {by}
            {m.messages_deleted()}
          </p>
        </div>
      </li>
    )
  return (
    <li className={styles.root} data-mine={mine ? '' : undefined}>
      <div className={styles.bubble}>
        {content === null && by}
        {shared && <SharedCard shared={shared} onOpen={actions.onOpen} />}
        {content !== null && (
          <p>
            {by}
            <bdi>
              <MentionText text={content} />
            </bdi>
          </p>
        )}
      </div>
      <div className={styles.menu}>
        <Menu label={m.messages_message_menu()}>
          {mine ? (
            <MenuItem
              icon={<Trash2 aria-hidden="true" />}
              tone="danger"
              onSelect={() => actions.onDelete(message)}
            >
              {m.messages_delete()}
            </MenuItem>
          ) : (
            <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => actions.onReport(message)}>
              {m.messages_report()}
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}

type OutgoingProps = { one: OutgoingMessage; onAgain: () => void; onDiscard: () => void }

/** A message that is being sent or that failed to send. */
export function OutgoingBubble({ one, onAgain, onDiscard }: OutgoingProps) {
  const { content, shared, state, why } = one
  const isFailed = state === 'failed'
  const waits = state === 'sending' || state === 'failed' ? null : state
  return (
    <li className={styles.root} data-mine="" data-sending={isFailed ? undefined : ''}>
      <div className={styles.bubble}>
        {shared && <AttachedCard shared={shared} />}
        {content !== null && (
          <p>
            <span className="sr-only">{m.messages_you()}: </span>
            <bdi>{content}</bdi>
          </p>
        )}
      </div>
      {isFailed ? (
        <div className={styles.failed} role="alert">
          <p>
            <CircleAlert size={16} aria-hidden="true" />
            {why === null ? m.messages_not_sent() : m.messages_not_sent_why({ why })}
          </p>
          <Button variant="line" size="sm" onClick={onAgain}>
            {m.messages_send_retry()}
          </Button>
          <Button variant="plain" size="sm" onClick={onDiscard}>
            {m.messages_discard()}
          </Button>
        </div>
      ) : (
        <p className={conversationStyles.messageState}>
          {waits ? <OutboxNote state={waits} /> : m.messages_sending()}
        </p>
      )}
    </li>
  )
}
