import type { Meetup, MeetupAnswer } from '@nollie/contract'
import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { meetupKeys } from '../../lib/keys/meetups.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import type { MeetupBody } from './meetup-form.ts'
import { sendAnswer, sendMeetup, showMeetup } from './meetup-requests.ts'
import { ANSWER_TEXTS } from './meetup-text.ts'

type WaitingMeetup = { spot_id: string; spot_name: string; body: MeetupBody }
/** A queued answer to a meetup, whose target is the meetup. */
export type WaitingAnswer = { answer: MeetupAnswer; spot_name: string }

/** The outbox kind for answers. */
export const MEETUP_ANSWER = 'meetup-answer'

/** Announces a meetup. Resolves to null if it was queued in the outbox. */
export function shareOrQueue(payload: WaitingMeetup, key: string): Promise<Meetup | null> {
  return sendOrQueue({ kind: 'meetup', target: key, payload, id: key }, () =>
    sendMeetup(payload.spot_id, payload.body, key),
  )
}

/** Answers a meetup. Resolves to null if the answer was queued in the outbox. */
export function answerOrQueue({ id, spot }: Meetup, answer: MeetupAnswer): Promise<Meetup | null> {
  const payload: WaitingAnswer = { answer, spot_name: spot.name }
  return sendOrQueue({ kind: MEETUP_ANSWER, target: id, payload, isLastState: true }, () =>
    sendAnswer(id, answer),
  )
}

/** The outbox kind that announces meetups. */
export function waitingMeetups(client: QueryClient): WaitingKind<WaitingMeetup> {
  return {
    send: async ({ id, payload: { spot_id, body } }) =>
      showMeetup(client, await sendMeetup(spot_id, body, id)),
    describe: ({ payload: { spot_id, spot_name, body } }) => ({
      what: m.meetups_kind(),
      where: spot_name,
      text: body.note,
      href: `/spots/${spot_id}`,
    }),
  }
}

/** The outbox kind that sends answers. */
export function waitingAnswers(client: QueryClient): WaitingKind<WaitingAnswer> {
  return {
    isRepeatable: true,
    send: async ({ target, payload: { answer } }) => showMeetup(client, await sendAnswer(target, answer)),
    describe: ({ target, payload: { answer, spot_name } }) => ({
      what: m.meetups_kind(),
      where: spot_name,
      text: ANSWER_TEXTS[answer](),
      href: `/session/${target}`,
    }),
    refused: () => void client.invalidateQueries({ queryKey: meetupKeys.all }),
  }
}
