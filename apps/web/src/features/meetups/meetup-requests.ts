import type { Meetup, MeetupAnswer } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { meetupKeys } from '../../lib/keys/meetups.ts'
import type { MeetupBody } from './meetup-form.ts'

/** The query for the meetups at a spot. */
export function meetupsQuery(spot_id: string) {
  return queryOptions({
    queryKey: meetupKeys.atSpot(spot_id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/spots/:spot_id/meetups', { params: { spot_id }, signal })).items,
  })
}

/** The query for a meetup with its guests. */
export function meetupQuery(meetup_id: string) {
  return queryOptions({
    queryKey: meetupKeys.one(meetup_id),
    queryFn: ({ signal }): Promise<Meetup> =>
      call('GET /api/meetups/:meetup_id', { params: { meetup_id }, signal }),
  })
}

/** Shows a meetup as the server returned it, and refetches the lists that contain it. */
export function showMeetup(client: QueryClient, meetup: Meetup): void {
  client.setQueryData(meetupKeys.one(meetup.id), meetup)
  void client.invalidateQueries({ queryKey: meetupKeys.atSpot(meetup.spot.id) })
}

/** Announces a meetup. The key makes retries safe. */
export function sendMeetup(spot_id: string, body: MeetupBody, key: string): Promise<Meetup> {
  return call('POST /api/spots/:spot_id/meetups', {
    params: { spot_id },
    body,
    headers: { 'idempotency-key': key },
  })
}

/** Changes a meetup, and shows it. */
export async function editMeetup(
  client: QueryClient,
  meetup_id: string,
  { starts_at, ends_at, note, tags, people_max }: MeetupBody,
): Promise<void> {
  const body = { starts_at, ends_at, note, tags, people_max }
  showMeetup(
    client,
    await untilAnswered(() => call('PATCH /api/meetups/:meetup_id', { params: { meetup_id }, body })),
  )
}

/** Cancels a meetup, and refetches it. */
export async function cancelMeetup(client: QueryClient, meetup_id: string): Promise<void> {
  await untilAnswered(() => call('DELETE /api/meetups/:meetup_id', { params: { meetup_id } }))
  await client.invalidateQueries({ queryKey: meetupKeys.all })
}

/** Says whether the viewer joins a meetup. */
export function sendAnswer(meetup_id: string, answer: MeetupAnswer): Promise<Meetup> {
  return call('PUT /api/meetups/:meetup_id/answer', { params: { meetup_id }, body: { answer } })
}
