import { useSelector } from '@tanstack/react-store'
import { CircleAlert, Clock } from 'lucide-react'
import { useAgo } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { type Waiting, sendingNow } from '../../lib/outbox/use-outbox.ts'
import { Button, ButtonLink, CollapsibleText, Spinner, Time } from '../../ui/index.ts'
import { FileStrip } from './file-strip.tsx'
import type { Described } from './use-described.ts'
import styles from './outbox.module.css'

/** The actions that the viewer can take on an entry. */
export type OutboxActions = {
  onAgain: (entry: Waiting) => void
  onEdit: (one: Described) => void
  onDiscard: (entry: Waiting) => void
}

function progressText(progress: number | null): string {
  return progress === null
    ? m.outbox_sending()
    : m.outbox_sending_part({ percent: numberText(progress, { style: 'percent', maximumFractionDigits: 0 }) })
}

/** Shows an entry's progress, or why it wasn't sent. */
function RowState({ entry }: { entry: Waiting }) {
  const now = useSelector(sendingNow)
  if (now?.id === entry.id)
    return (
      <p className={styles.state}>
        <Spinner />
        {progressText(now.progress)}
      </p>
    )
  if (entry.state === 'waiting')
    return (
      <p className={styles.state}>
        <Clock size={16} aria-hidden="true" />
        {m.outbox_waiting()}
      </p>
    )
  const why = entry.state === 'unsure' ? m.outbox_maybe_sent() : getReason(entry)
  return (
    <p className={styles.state} data-refused="">
      <CircleAlert size={16} aria-hidden="true" />
      {why ? `${m.outbox_not_sent()}. ${why}` : m.outbox_not_sent()}
    </p>
  )
}

function getReason({ refusal }: Waiting): string {
  return Object.values(refusal?.fields ?? {})[0] ?? refusal?.detail ?? ''
}

/** Whether the entry may have reached the server. Resending it under another key could duplicate it. */
export function mayBeThere({ state, tried_at }: Waiting): boolean {
  return state === 'waiting' && tried_at !== null
}

type Props = { one: Described; actions: OutboxActions }

/** An outbox entry with its title, text, files, state, and actions. */
export function OutboxRow({ one, actions }: Props) {
  const { entry, kind } = one
  const ago = useAgo(entry.created_at)
  const isSending = useSelector(sendingNow, (now) => now?.id === entry.id)
  // The entry's target was deleted, so there is nothing to show and no form to edit it in.
  const isGone = entry.refusal?.code.endsWith('_NOT_FOUND') === true
  const { what, where, text, href } = kind?.describe(entry) ?? {
    what: m.outbox_post(),
    where: null,
    text: null,
    href: null,
  }
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h2>
          {what}
          {where && (
            <>
              {' '}
              <bdi>{where}</bdi>
            </>
          )}
        </h2>
        <Time at={entry.created_at}>{ago}</Time>
      </div>
      {text && (
        <CollapsibleText className={styles.text} text={text} mentions={[]} lines={6} characters={280} />
      )}
      {entry.files > 0 && <FileStrip id={entry.id} count={entry.files} />}
      <RowState entry={entry} />
      <div className={styles.actions}>
        {entry.state !== 'waiting' && (
          <Button variant="line" size="sm" onClick={() => actions.onAgain(entry)}>
            {m.outbox_retry()}
          </Button>
        )}
        {kind?.giveBack && !isGone && !mayBeThere(entry) && (
          <Button variant="line" size="sm" disabled={isSending} onClick={() => actions.onEdit(one)}>
            {m.outbox_edit()}
          </Button>
        )}
        {href && !isGone && (
          <ButtonLink variant="line" size="sm" href={href}>
            {m.outbox_show()}
          </ButtonLink>
        )}
        <Button variant="plain" size="sm" disabled={isSending} onClick={() => actions.onDiscard(entry)}>
          {m.outbox_discard()}
        </Button>
      </div>
    </li>
  )
}
