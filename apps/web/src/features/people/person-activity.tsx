import type { ActivityItem } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Heart, ImagePlus, MapPin, MessageCircle, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { byDay, type Day as OneDay } from '../../lib/days.ts'
import { nameOf } from '../../lib/names.ts'
import { AppLink, Avatar, EmptyState, Loaded, Loading, Photo, Skeleton } from '../../ui/index.ts'
import { agoText } from '../posts/index.ts'
import { activityQuery } from './people-requests.ts'

type OpenItem = (post_id: string, media_index: number) => void

const ICONS = {
  comment: MessageCircle,
  like: Heart,
  spot_shared: MapPin,
  media_added: ImagePlus,
  follow: UserPlus,
} as const

function wordsOf({ type, post, spot, person, count }: ActivityItem): string {
  const title = post?.title || spot?.name || ''
  if (type === 'comment') return m.people_activity_commented({ title })
  if (type === 'like') return m.people_activity_liked({ title })
  if (type === 'spot_shared') return m.people_activity_shared({ spot: spot?.name ?? title })
  if (type === 'follow') return m.people_activity_followed({ name: nameOf(person) })
  const many = count ?? 1
  if (spot) {
    const at = { spot: spot.name }
    return many === 1
      ? m.people_activity_added_one_at(at)
      : m.people_activity_added_at({ ...at, count: many })
  }
  return many === 1 ? m.people_activity_added_one() : m.people_activity_added({ count: many })
}

// Where an item leads that opens no photo: to its spot, or to the person it is about.
function placeOf({ post, spot, person }: ActivityItem): string {
  if (person) return `/user/${person.user_id}`
  return spot ? `/spots/${spot.id}` : `/user/${post?.user.user_id}`
}

function Row({ item, onOpen }: { item: ActivityItem; onOpen: OpenItem }) {
  const { type, post, person, content, created_at } = item
  const Icon = ICONS[type]
  const media = post?.media
  const inside: ReactNode = (
    <>
      <span className="activity-sign" data-type={type}>
        {person ? <Avatar person={person} size={40} /> : <Icon size={20} aria-hidden="true" />}
      </span>
      <span className="activity-words">
        <b>{wordsOf(item)}</b>
        {content && (
          <q>
            <bdi>{content}</bdi>
          </q>
        )}
        <time dateTime={created_at}>{agoText(created_at)}</time>
      </span>
      {media?.base && <Photo media={media} alt="" square className="activity-photo" />}
    </>
  )
  return post && media && type !== 'spot_shared' ? (
    <button type="button" className="activity-row" onClick={() => onOpen(post.id, post.media_index)}>
      {inside}
    </button>
  ) : (
    <AppLink className="activity-row" href={placeOf(item)}>
      {inside}
    </AppLink>
  )
}

function Day({ day, onOpen }: { day: OneDay<ActivityItem>; onOpen: OpenItem }) {
  return (
    <section className="activity-day" aria-labelledby={`day-${day.key}`}>
      <h2 id={`day-${day.key}`}>{day.title}</h2>
      <ul>
        {day.items.map((item) => (
          <li key={`${item.type}-${item.id}`}>
            <Row item={item} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What somebody did last, and who began to follow them, by day; every item leads to what it is about. */
export function PersonActivity({ user_id, onOpen }: { user_id: string; onOpen: OpenItem }) {
  const query = useQuery(activityQuery(user_id))
  const items = query.data ?? []
  const coming = (
    <Loading label={m.people_activity_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className="activity-coming" />
      ))}
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.people_activity_failed()} coming={coming}>
      {items.length === 0 && (
        <EmptyState art="discussions" title={m.people_activity_empty()}>
          {m.people_activity_empty_text()}
        </EmptyState>
      )}
      <div className="activity">
        {byDay(items).map((day) => (
          <Day key={day.key} day={day} onOpen={onOpen} />
        ))}
      </div>
    </Loaded>
  )
}
