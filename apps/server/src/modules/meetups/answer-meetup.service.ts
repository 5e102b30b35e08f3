import type { Meetup, MeetupAnswer } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { publishWithdrawn } from '../notifications/index.ts'
import { type AnswerCounts, countAnswers, deleteAnswer, upsertAnswer } from './guests.queries.ts'
import { notifyHost, publishMeetup } from './meetup-events.service.ts'
import { type LockedMeetup, lockMeetup } from './meetups.queries.ts'
import { requireMeetup } from './meetups.service.ts'

/** Whether one more person can answer this. The host is in, without an answer. */
export function hasRoom(answer: 'in' | 'maybe', counts: AnswerCounts, people_max: number | null): boolean {
  if (counts.all >= LIMITS.meetup_guests_max) return false
  return answer === 'maybe' || counts.in + 1 < (people_max ?? LIMITS.meetup_people_max)
}

async function storeAnswer(
  tx: Tx,
  user_id: string,
  meetup: LockedMeetup,
  answer: MeetupAnswer,
): Promise<boolean> {
  const meetup_id = meetup.id
  if (answer === 'out') return deleteAnswer(tx, meetup_id, user_id)
  if (meetup.is_over || meetup.is_canceled) throw new Refusal('MEETUP_OVER')
  const counts = await countAnswers(tx, { meetup_id, except: user_id })
  if (!hasRoom(answer, counts, meetup.people_max)) throw new Refusal('MEETUP_FULL')
  return upsertAnswer(tx, { meetup_id, user_id, answer })
}

/**
 * Stores whether a person joins a meetup; idempotent. The host's answer changes nothing. Answers are counted under a
 * lock, so a meetup never has more people than its limit.
 * @throws Refusal MEETUP_NOT_FOUND, including for a meetup they can't see; MEETUP_OVER, MEETUP_FULL
 */
export function answerMeetup(db: Db, user_id: string, id: string, answer: MeetupAnswer): Promise<Meetup> {
  return db.transaction().execute(async (tx) => {
    const meetup = await lockMeetup(tx, user_id, id)
    if (!meetup) throw new Refusal('MEETUP_NOT_FOUND')
    if (meetup.user_id !== user_id && (await storeAnswer(tx, user_id, meetup, answer))) {
      if (answer === 'in') await notifyHost(tx, meetup, user_id)
      // An earlier notification about this person disappears.
      else await publishWithdrawn(tx, [meetup.user_id])
      await publishMeetup(tx, meetup, user_id)
    }
    return requireMeetup(tx, user_id, id)
  })
}
