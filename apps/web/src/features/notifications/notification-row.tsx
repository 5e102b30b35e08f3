import type { Notification } from '@nollie/contract'
import type { NotificationType } from '@nollie/contract/notifications/notification-types'
import {
  AtSign,
  Bookmark,
  Flag,
  Heart,
  ListPlus,
  type LucideIcon,
  MapPinCheck,
  MapPinned,
  MapPinPlus,
  MapPinX,
  Merge,
  MessageCircle,
  MessageSquare,
  MessageSquareX,
  MessagesSquare,
  Reply,
  ShieldAlert,
  UserPlus,
  Users,
} from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, Suspense } from 'react'
import { useAgo } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { fillText } from '../../lib/text/fill-text.ts'
import { getName } from '../../lib/text/person-name.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'
import { AppLink, Avatar, Time, Photo } from '../../ui/index.ts'
import { InvitationButtons } from '../crews/index.ts'
import { FollowButton } from '../people/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { buildLink, describeNotification, NAMES } from './notification-text.ts'
import styles from './notifications.module.css'

const SIGNS: Record<NotificationType, LucideIcon> = {
  like: Heart,
  comment: MessageCircle,
  comment_reply: Reply,
  comment_like: Heart,
  discussion_comment: MessagesSquare,
  comment_removed: MessageSquareX,
  mention: AtSign,
  follow: UserPlus,
  message_request: MessageSquare,
  report_outcome: Flag,
  spot_removed: MapPinX,
  account_recovery: ShieldAlert,
  spot_near: MapPinPlus,
  area_changes: MapPinned,
  spot_state: MapPinCheck,
  saved_spot_state: Bookmark,
  list_spots: ListPlus,
  crew_invitation: Users,
  spot_merged: Merge,
  meetup_joined: Users,
  meetup_changed: MapPinned,
}

function Who({ actors, actors_count }: Pick<Notification, 'actors' | 'actors_count'>) {
  const [first, second] = actors
  const name = (mark: string, person: typeof first) => (
    <b key={mark}>
      <bdi>{getName(person)}</bdi>
    </b>
  )
  if (actors_count <= 1 || !second) return name('<first>', first)
  const parts = { '<first>': name('<first>', first), '<second>': name('<second>', second) }
  const text =
    actors_count > 2
      ? m.notifications_names_many({ first: '<first>', count: actors_count - 1 })
      : m.notifications_names_two({ first: '<first>', second: '<second>' })
  return <>{fillText(text, parts)}</>
}

function Faces({ type, actors }: Pick<Notification, 'type' | 'actors'>) {
  const Sign = SIGNS[type]
  const [first, second] = actors
  if (!first)
    return (
      <span className={styles.faces} data-type={type}>
        <span className={styles.operator}>
          <Sign size={22} aria-hidden="true" />
        </span>
      </span>
    )
  return (
    <span className={styles.faces} data-type={type} data-pair={second ? '' : undefined}>
      {second && <Avatar person={second} size={30} />}
      <Avatar person={first} size={second ? 30 : 46} />
      <span className={styles.sign}>
        <Sign size={13} strokeWidth={2.6} aria-hidden="true" />
      </span>
    </span>
  )
}

function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/** Opens a photo or video in the lightbox, optionally with its comments. */
export type OpenItem = (post_id: string, media_index: number, comments: boolean) => void

type Props = {
  notification: Notification
  /** Whether the row was unread when the dialog opened. */
  fresh: boolean
  /** Called when the viewer follows the row's link. */
  onFollow: () => void
  onOpen: OpenItem
}

/** A row with a link: who did what and when, and the photo it's about. New followers can be followed back from it. */
export function NotificationRow(props: Props) {
  const client = useQueryClient()
  const { type, actors, actors_count, following, crew } = props.notification
  const [actor] = actors
  if (type === 'crew_invitation' && crew)
    return (
      <div className={styles.invitation} data-fresh={props.fresh ? '' : undefined}>
        <Line {...props} />
        <Suspense fallback={null}>
          <InvitationButtons crew={crew} className={styles.answer} />
        </Suspense>
      </div>
    )
  if (type !== 'follow' || actors_count !== 1 || !actor || following === null) return <Line {...props} />
  return (
    <div className={styles.follow} data-fresh={props.fresh ? '' : undefined}>
      <Line {...props} />
      <FollowButton
        person={{ ...actor, following }}
        onChanged={() => void client.invalidateQueries({ queryKey: notificationKeys.all })}
      />
    </div>
  )
}

function Line({ notification, fresh, onFollow, onOpen }: Props) {
  const { type, actors, actors_count, post, created_at } = notification
  const ago = useAgo(created_at)
  const { text, quote } = describeNotification(notification)
  const lead = buildLink(notification)
  const inside = (
    <>
      <Faces type={type} actors={actors} />
      <span className={styles.content}>
        <span className={styles.text}>
          {fresh && <span className="sr-only">{m.notifications_unread()} </span>}
          {fillText(text, { [NAMES]: <Who key={NAMES} actors={actors} actors_count={actors_count} /> })}
          {quote !== null && (
            <>
              {' '}
              <q>
                <bdi>{quote}</bdi>
              </q>
            </>
          )}
        </span>
        <Time at={created_at}>{ago}</Time>
      </span>
      {post?.media && <Photo media={post.media} alt="" square className={styles.photo} />}
    </>
  )
  const look = { className: styles.row, 'data-fresh': fresh ? '' : undefined }
  if (lead === null) return <div {...look}>{inside}</div>
  if (lead.kind === 'path')
    return (
      <AppLink {...look} href={lead.path} onClick={(event) => opensElsewhere(event) || onFollow()}>
        {inside}
      </AppLink>
    )
  const { post_id, media_index, comments } = lead
  return (
    <a
      {...look}
      href={`${location.pathname}?item=${post_id}.${media_index}${comments ? '&comments=1' : ''}`}
      onPointerEnter={preloadLightbox}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onFollow()
        onOpen(post_id, media_index, comments)
      }}
    >
      {inside}
    </a>
  )
}
