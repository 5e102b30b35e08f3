import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for meetups and answers. Their code loads on demand. */
export function meetupKinds(client: QueryClient): Kinds {
  return {
    meetup: () => import('./outbox-meetups.ts').then((all) => all.waitingMeetups(client)),
    'meetup-answer': () => import('./outbox-meetups.ts').then((all) => all.waitingAnswers(client)),
  }
}
