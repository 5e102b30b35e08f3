import type { Meetup } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { isOtherZone, numberText } from '../../lib/format.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useNow } from '../../lib/use-now.ts'
import { useBack } from '../../lib/use-back.ts'
import {
  AppLink,
  Avatar,
  copyLink,
  EmptyState,
  HeaderBar,
  IconButton,
  Loaded,
  Loading,
  Note,
  Page,
  Skeleton,
} from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { MeetupActions } from './meetup-actions.tsx'
import { meetupQuery } from './meetup-requests.ts'
import { audienceText, hasEnded, isOver, TAG_TEXTS, timeText } from './meetup-text.ts'
import styles from './meetups.module.css'
import { useLiveMeetups } from './use-live-meetups.ts'

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'MEETUP_NOT_FOUND' || error.code === 'BAD_REQUEST')
}

async function share({ id, spot }: Meetup): Promise<void> {
  const url = `${location.origin}/session/${id}`
  if (hasSystemShare() && (await systemShare({ title: spot.name, url }))) return
  await copyLink(url)
}

function Head({ meetup }: { meetup: Meetup }) {
  const { spot, tags, note, time_zone, starts_at } = meetup
  return (
    <div className={styles.head}>
      <h1>{timeText(meetup)}</h1>
      {isOtherZone(time_zone, new Date(starts_at)) && (
        <p className={styles.quiet}>{m.meetups_local_time()}</p>
      )}
      <p>
        <AppLink className={looks.link} href={`/spots/${spot.id}`}>
          <bdi>{spot.name}</bdi>
        </AppLink>
      </p>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      {tags.length > 0 && <p className={styles.quiet}>{tags.map((tag) => TAG_TEXTS[tag]()).join(' · ')}</p>}
      <p className={styles.quiet}>{audienceText(meetup)}</p>
    </div>
  )
}

function People({ meetup }: { meetup: Meetup }) {
  const { host, guests, in_count, people_max } = meetup
  const counted = { count: in_count, shown: numberText(in_count) }
  const row = ({ user, text }: { user: Meetup['host']; text: string | null }) => (
    <li key={user.user_id}>
      <AppLink className={styles.guest} href={`/user/${user.user_id}`}>
        <Avatar person={user} size={40} />
        <bdi>{getName(user)}</bdi>
        {text && <span className={styles.quiet}>{text}</span>}
      </AppLink>
    </li>
  )
  return (
    <section className={styles.section} aria-labelledby="session-people">
      <h2 id="session-people">
        {people_max === null
          ? m.meetups_in_count(counted)
          : m.meetups_in_of({ shown: counted.shown, max: numberText(people_max) })}
      </h2>
      <ul className={styles.guests}>
        {row({ user: host, text: m.meetups_host() })}
        {guests.map(({ user, answer }) => row({ user, text: answer === 'maybe' ? m.meetups_maybe() : null }))}
      </ul>
    </section>
  )
}

function MeetupView({ meetup }: { meetup: Meetup }) {
  const now = useNow().getTime()
  const back = useBack(`/spots/${meetup.spot.id}`)
  useTitle(meetup.spot.name)
  const isOpen = !meetup.is_canceled && !hasEnded(meetup, now)
  return (
    <Page
      header={
        <HeaderBar title={m.meetups_kind()} heading={false} onBack={back}>
          {isOpen && (
            <IconButton label={m.meetups_share()} onClick={() => void share(meetup)}>
              <Share2 size={21} aria-hidden="true" />
            </IconButton>
          )}
          <MeetupActions meetup={meetup} isOpen={isOpen} />
        </HeaderBar>
      }
    >
      <div className={styles.view}>
        {meetup.is_canceled ? (
          <Note>{m.meetups_is_canceled()}</Note>
        ) : (
          !isOpen && <Note>{m.meetups_has_ended()}</Note>
        )}
        <Head meetup={meetup} />
        {isOpen && !meetup.is_own && <AnswerButtons meetup={meetup} />}
        <People meetup={meetup} />
      </div>
    </Page>
  )
}

function Missing() {
  return (
    <div role="status">
      <EmptyState art="notFound" level={1} title={m.meetups_missing_title()}>
        {m.meetups_missing_text()}
      </EmptyState>
    </div>
  )
}

/** `/session/{id}`: a session with the people who join it. For members only. */
export function MeetupScreen({ meetupId }: { meetupId: string }) {
  const now = useNow().getTime()
  const query = useQuery(meetupQuery(meetupId))
  const back = useBack('/spots')
  useLiveMeetups()
  const isGone = isMissing(query.error) || (query.data !== undefined && isOver(query.data, now))
  if (query.data && !isGone) return <MeetupView meetup={query.data} />
  const skeleton = (
    <Loading label={m.meetups_loading()}>
      <Skeleton className={styles.skeleton} />
    </Loading>
  )
  return (
    <Page header={<HeaderBar title={m.meetups_kind()} heading={false} onBack={back} />}>
      {isGone ? (
        <Missing />
      ) : (
        <Loaded query={query} failed={m.meetups_failed()} level={1} skeleton={skeleton} />
      )}
    </Page>
  )
}
