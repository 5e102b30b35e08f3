import type { Meetup } from '@nollie/contract'
import { MEETUP_ANSWERS } from '@nollie/contract/meetups/meetup-kinds'
import { m } from '../../i18n/messages.ts'
import { useWaiting } from '../../lib/outbox/use-outbox.ts'
import { Chip, OutboxNote } from '../../ui/index.ts'
import { ANSWER_TEXTS } from './meetup-text.ts'
import { MEETUP_ANSWER, type WaitingAnswer } from './outbox-meetups.ts'
import { useAnswer } from './use-answer.ts'
import styles from './meetups.module.css'

/** Buttons that say whether the viewer joins a meetup. A queued answer counts as given, a refused one doesn't. */
export function AnswerButtons({ meetup }: { meetup: Meetup }) {
  const [waiting] = useWaiting<WaitingAnswer>(MEETUP_ANSWER, meetup.id)
  const { mutate, isPending } = useAnswer(meetup)
  const answer = waiting?.state === 'waiting' ? waiting.payload.answer : meetup.answer
  const isFull = meetup.is_full && meetup.answer !== 'in'
  return (
    <div className={styles.answers} role="group" aria-label={m.meetups_answer()}>
      {MEETUP_ANSWERS.map((one) => (
        <Chip
          key={one}
          pressed={one === answer}
          disabled={isPending || (one === 'in' && isFull)}
          onClick={() => one !== answer && mutate(one)}
        >
          {ANSWER_TEXTS[one]()}
        </Chip>
      ))}
      {isFull && <span className={styles.quiet}>{m.meetups_full()}</span>}
      {waiting && <OutboxNote state={waiting.state} />}
    </div>
  )
}
