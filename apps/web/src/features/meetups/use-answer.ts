import type { Meetup, MeetupAnswer } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { meetupKeys } from '../../lib/keys/meetups.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast, toastWaiting } from '../../ui/index.ts'
import { showMeetup } from './meetup-requests.ts'
import { answerOrQueue } from './outbox-meetups.ts'

/** Sends the viewer's answer to a meetup, or queues it. Shows an error in a toast. */
export function useAnswer(meetup: Meetup) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (answer: MeetupAnswer) => answerOrQueue(meetup, answer),
    onSuccess: (answered) => (answered ? showMeetup(client, answered) : toastWaiting()),
    onError: (error) => {
      toast({
        kind: 'error',
        title: m.meetups_answer_failed(),
        description: whyNot(error, m.meetups_try_again()),
      })
      void client.invalidateQueries({ queryKey: meetupKeys.all })
    },
  })
}
