import type { ActivityItem, Person } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Heart, ImagePlus, MapPin, MessageCircle, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { agoText } from '../../../lib/text/ago-text.ts'
import { m } from '../../../i18n/messages.ts'
import { byDay, type Day as OneDay } from '../../../lib/text/days.ts'
import { useSession } from '../../../lib/use-session.ts'
import { AppLink, Avatar, EmptyState, Loaded, Loading, Time, Photo, Skeleton } from '../../../ui/index.ts'
import { activityText } from './activity-text.ts'
import { activityQuery } from '../profile-requests.ts'
import styles from './person-activity.module.css'

type OpenItem = (post_id: string, media_index: number) => void

const ICONS = {
  comment: MessageCircle,
  like: Heart,
  spot_shared: MapPin,
  media_added: ImagePlus,
  follow: UserPlus,
} as const

// Returns the path for an activity that doesn't open a photo: to its person, post, or spot.
function locationText({ type, post, spot, person }: ActivityItem): string {
  if (person) return `/user/${person.user_id}`
  if (post) return `/post/${post.id}${type === 'comment' ? '?comments=1' : ''}`
  return `/spots/${spot?.id}`
}

function Row({ item, of, onOpen }: { item: ActivityItem; of: Person; onOpen: OpenItem }) {
  const { user } = useSession()
  const { type, post, person, content, created_at } = item
  const Icon = ICONS[type]
  const media = post?.media
  const inside: ReactNode = (
    <>
      <span className={styles.sign} data-type={type}>
        {person ? <Avatar person={person} size={40} /> : <Icon size={20} aria-hidden="true" />}
      </span>
      <span className={styles.text}>
        <b>{activityText(item, of, user?.user_id)}</b>
        {content && (
          <q>
            <bdi>{content}</bdi>
          </q>
        )}
        <Time at={created_at}>{agoText(created_at)}</Time>
      </span>
      {media?.base && <Photo media={media} alt="" square className={styles.photo} />}
    </>
  )
  return post && media && type !== 'spot_shared' ? (
    <button type="button" className={styles.row} onClick={() => onOpen(post.id, post.media_index)}>
      {inside}
    </button>
  ) : (
    <AppLink className={styles.row} href={locationText(item)}>
      {inside}
    </AppLink>
  )
}

type DayProps = { day: OneDay<ActivityItem>; of: Person; onOpen: OpenItem }

function Day({ day, of, onOpen }: DayProps) {
  return (
    <section className={styles.day} aria-labelledby={`day-${day.key}`}>
      <h2 id={`day-${day.key}`}>{day.title}</h2>
      <ul>
        {day.items.map((item) => (
          <li key={`${item.type}-${item.id}`}>
            <Row item={item} of={of} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A person's recent activity and new followers, by day. Each item links to its subject. */
export function PersonActivity({ of, onOpen }: { of: Person; onOpen: OpenItem }) {
  const query = useQuery(activityQuery(of.user_id))
  const items = query.data ?? []
  const skeleton = (
    <Loading label={m.profiles_activity_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.skeleton} />
      ))}
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.profiles_activity_failed()} skeleton={skeleton}>
      {items.length === 0 && (
        <EmptyState art="discussions" title={m.profiles_activity_empty()}>
          {m.profiles_activity_empty_text()}
        </EmptyState>
      )}
      <div className={styles.root}>
        {byDay(items).map((day) => (
          <Day key={day.key} day={day} of={of} onOpen={onOpen} />
        ))}
      </div>
    </Loaded>
  )
}
