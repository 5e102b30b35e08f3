import type { Notification } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { postTitle } from '../../lib/text/post-title.ts'
import { listText } from '../../lib/format.ts'

/** A text with the mark {@link NAMES} in place of the names; `quote` is a comment's content. */
export type NotificationText = { text: string; quote: string | null }

/** Marks where the names of the people belong in a text. */
export const NAMES = '<names>'

const REPORTS = {
  spot: m.notifications_report_spot,
  post: m.notifications_report_post,
  comment: m.notifications_report_comment,
  user: m.notifications_report_user,
  message: m.notifications_report_message,
  discussion: m.notifications_report_discussion,
  list: m.notifications_report_list,
  bulletin: m.stewards_report_outcome,
  crew: m.crews_report_outcome,
  meetup: m.meetups_report_outcome,
}

const OUTCOMES = {
  keep: m.notifications_outcome_keep,
  hide: m.notifications_outcome_hide,
  remove: m.notifications_outcome_remove,
  warn: m.notifications_outcome_warn,
  suspend: m.notifications_outcome_suspend,
  settle: m.stewards_outcome_settle,
  facts: m.stewards_outcome_facts,
}

const STATES = {
  open: m.notifications_spot_open,
  skatestopped: m.notifications_spot_stopped,
  under_construction: m.notifications_spot_construction,
  closed: m.notifications_spot_closed,
  gone: m.notifications_spot_gone,
  unverified: m.notifications_spot_unverified,
}

function outcomeText(report: Notification['report']): string {
  return [
    report ? REPORTS[report.kind]() : m.notifications_report(),
    report?.action && OUTCOMES[report.action](),
    m.notifications_report_thanks(),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The names, and how many people they are. The verb agrees with the number. */
type Who = { names: string; count: number }

function getTargetText({ post }: Notification): string {
  if (!post?.media) return m.notifications_post()
  return post.media.type === 'video' ? m.notifications_video() : m.notifications_photo()
}

function mentionedIn(who: Who, title: string | undefined): string {
  return title ? m.notifications_mentioned_in({ ...who, title }) : m.notifications_mentioned_post(who)
}

function areaText({ area }: Notification): string {
  if (!area) return ''
  const { spots, states, bulletins, others, name } = area
  const what = listText(
    [
      spots > 0 && m.stewards_line_spots({ count: spots }),
      states > 0 && m.stewards_line_states({ count: states }),
      bulletins > 0 && m.stewards_line_notices({ count: bulletins }),
    ].filter((part) => part !== false),
  )
  return others > 0 ? m.stewards_lines({ name, count: others, what }) : m.stewards_line({ name, what })
}

function newInList({ list, spot, spots_count }: Notification): string {
  const [name, title] = [spot?.name ?? '', list?.name ?? '']
  return spots_count > 1
    ? m.notifications_list_spots({ list: title, spot: name, count: spots_count - 1 })
    : m.notifications_list_spot({ list: title, spot: name })
}

function plain(text: string): NotificationText {
  return { text, quote: null }
}

function getContent({ comment }: Notification): string | null {
  return comment?.content ?? null
}

// Quotes the newest comment. If there are several, the text counts all of them.
function quoted(notification: Notification, one: string, many: string): NotificationText {
  const quote = getContent(notification)
  return { text: notification.actors_count > 1 || quote === null ? many : one, quote }
}

function likedText(notification: Notification, who: Who): string {
  const { discussion, post } = notification
  if (discussion) return m.notifications_liked_discussion({ ...who, title: discussion.title })
  const target = getTargetText(notification)
  const spot = post?.spot?.name
  return spot ? m.notifications_liked_at({ ...who, target, spot }) : m.notifications_liked({ ...who, target })
}

function commentedText(notification: Notification, who: Who): string {
  const target = getTargetText(notification)
  const spot = notification.post?.spot?.name
  return spot
    ? m.notifications_commented_on_at({ ...who, target, spot })
    : m.notifications_commented_on({ ...who, target })
}

function commentLikedText({ post, discussion }: Notification, who: Who): string {
  const title = post?.spot?.name || (post && postTitle(post.title)) || discussion?.title
  return title ? m.notifications_comment_liked_on({ ...who, title }) : m.notifications_comment_liked(who)
}

function spotsNear({ spot, spots_count }: Notification): string {
  const name = spot?.name ?? ''
  return spots_count > 1
    ? m.notifications_spots_near({ spot: name, count: spots_count - 1 })
    : m.notifications_spot_near({ spot: name })
}

function meetupText({ type, meetup }: Notification, { names, count }: Who): string {
  const spot = meetup?.spot_name ?? ''
  if (type === 'meetup_joined') return m.meetups_joined({ names, count, spot })
  return meetup?.is_canceled ? m.meetups_called_off({ names, spot }) : m.meetups_changed({ names, spot })
}

/** Describes a notification: "<names> liked your photo at Red Curb Lot". */
export function describeNotification(notification: Notification): NotificationText {
  const { type, post, discussion, spot, spot_state, report, actors_count, crew } = notification
  const who = { names: NAMES, count: actors_count }
  const { names } = who
  const title = discussion?.title ?? ''
  switch (type) {
    case 'like':
      return plain(likedText(notification, who))
    case 'comment':
      return quoted(notification, m.notifications_commented({ names }), commentedText(notification, who))
    case 'comment_reply':
      return quoted(notification, m.notifications_replied({ names }), m.notifications_replied_to(who))
    case 'comment_like':
      return { text: commentLikedText(notification, who), quote: getContent(notification) }
    case 'discussion_comment': {
      const of = { ...who, title }
      const many = m.notifications_discussion_replied_many(of)
      return quoted(notification, m.notifications_discussion_replied(of), many)
    }
    case 'comment_removed':
      return plain(m.notifications_comment_removed({ names, title }))
    case 'mention': {
      const quote = getContent(notification)
      if (quote !== null) return { text: m.notifications_mentioned(who), quote }
      return plain(mentionedIn(who, (discussion?.title ?? (post && postTitle(post.title))) || undefined))
    }
    case 'follow':
      return plain(m.notifications_followed(who))
    case 'crew_invitation':
      return plain(m.notifications_crew_invitation({ names, crew: crew?.name ?? '' }))
    case 'message_request':
      return plain(m.notifications_message({ names }))
    case 'report_outcome':
      return plain(outcomeText(report))
    case 'spot_removed':
      return plain(
        spot ? m.notifications_spot_removed_name({ spot: spot.name }) : m.notifications_spot_removed(),
      )
    case 'spot_near':
      return plain(spotsNear(notification))
    case 'spot_state':
    case 'saved_spot_state':
      return plain(STATES[spot_state ?? 'open']({ spot: spot?.name ?? '' }))
    case 'list_spots':
      return plain(newInList(notification))
    case 'spot_merged':
      return plain(m.notifications_spot_merged({ spot: spot?.name ?? '' }))
    case 'meetup_joined':
    case 'meetup_changed':
      return plain(meetupText(notification, who))
    case 'area_changes':
      return plain(areaText(notification))
    case 'account_recovery':
      return plain(m.notifications_account_recovery())
  }
}

/** A row's link: a photo or video in the lightbox, a path, or none if the target was deleted or has no page. */
export type NotificationLink =
  | { kind: 'item'; post_id: string; media_index: number; comments: boolean }
  | { kind: 'path'; path: string }
  | null

function path(to: string): NotificationLink {
  return { kind: 'path', path: to }
}

/** Returns a row's link. Comments in a discussion link to the discussion; a post without a photo has its own page. */
export function buildLink(notification: Notification): NotificationLink {
  const { type, post_id, media_index, post, from_user_id, actors_count } = notification
  if (type === 'crew_invitation') return path('/crews')
  if (notification.meetup) return path(`/session/${notification.meetup.id}`)
  if (type === 'account_recovery') return path('/settings#two-step')
  if (type === 'spot_merged') return path('/twins')
  if (type === 'list_spots') return notification.list ? path(`/lists/${notification.list.id}`) : null
  if (type === 'area_changes') return notification.area ? path(`/areas/${notification.area.id}`) : null
  if ((type === 'spot_near' || type === 'spot_state' || type === 'saved_spot_state') && notification.spot)
    return path(`/spots/${notification.spot.id}`)
  if (type === 'follow' && actors_count > 1) return path('/profile/followers')
  if (type === 'message_request' && notification.thread_id !== null)
    return path(`/messages/${notification.thread_id}`)
  if (type === 'follow' || type === 'message_request')
    return from_user_id === null ? null : path(`/user/${from_user_id}`)
  if (notification.discussion) return path(`/community/${notification.discussion.id}`)
  if (!post_id || !post) return null
  const comments = type !== 'like' && notification.comment !== null
  if (post.media) return { kind: 'item', post_id, media_index, comments }
  return path(`/post/${post_id}${comments ? '?comments=1' : ''}`)
}
