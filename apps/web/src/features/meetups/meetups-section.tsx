import type { Meetup } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useNow } from '../../lib/use-now.ts'
import { AppLink, Avatar, Button } from '../../ui/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { meetupsQuery } from './meetup-requests.ts'
import { isOver, TAG_TEXTS, timeText } from './meetup-text.ts'
import styles from './meetups.module.css'
import { useLiveMeetups } from './use-live-meetups.ts'

const Dialog = lazyPart(() =>
  import('./meetup-dialog.tsx').then(({ MeetupDialog }) => ({ default: MeetupDialog })),
)

function MeetupCard({ meetup }: { meetup: Meetup }) {
  const { id, host, tags, in_count } = meetup
  return (
    <li>
      <AppLink className={styles.card} href={`/session/${id}`}>
        <Avatar person={host} size={44} />
        <span className={styles.cardText}>
          <b>{timeText(meetup)}</b>
          <span>
            <bdi>{getName(host)}</bdi>
            {' · '}
            {m.meetups_in_count({ count: in_count, shown: numberText(in_count) })}
          </span>
          {tags.length > 0 && <span>{tags.map((tag) => TAG_TEXTS[tag]()).join(' · ')}</span>}
        </span>
      </AppLink>
    </li>
  )
}

type Props = { spot: { id: string; name: string; time_zone?: string | undefined } }

/** The sessions at a spot, if there are any, and the button for a new one. */
export function MeetupsSection({ spot }: Props) {
  const { data = [] } = useQuery(meetupsQuery(spot.id))
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const now = useNow().getTime()
  useLiveMeetups()
  const shown = data.filter((meetup) => !isOver(meetup, now))
  return (
    <section className={styles.section} aria-labelledby={shown.length > 0 ? 'spot-sessions' : undefined}>
      {shown.length > 0 && (
        <>
          <h2 id="spot-sessions">{m.meetups_title()}</h2>
          <ul className={styles.cards}>
            {shown.map((meetup) => (
              <MeetupCard key={meetup.id} meetup={meetup} />
            ))}
          </ul>
        </>
      )}
      <Button
        size="sm"
        variant="line"
        className={styles.new}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        {m.meetups_new()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog key={opening} spot={spot} meetup={null} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
