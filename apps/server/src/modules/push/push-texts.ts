import type { Notification, PushKind, SpotState } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { say, type Sentence, writeIn } from '../../platform/languages/index.ts'
import type { NewMessages } from '../messages/index.ts'

/** A notification as displayed on a device. */
export type Shown = {
  title: string
  body: string
  /** A later notification with the same tag replaces it. */
  tag: string
  /** The path to open when the notification is selected. */
  path: string
}

/** A person's push settings. */
export type Wanted = { language: LanguageCode; shows_text: boolean; muted: readonly PushKind[] }

const MAX_SIGNS = 160

function cut(text: string): string {
  const signs = Array.from(text.replace(/\s+/g, ' ').trim())
  return signs.length > MAX_SIGNS ? `${signs.slice(0, MAX_SIGNS - 1).join('')}…` : signs.join('')
}

const STATES: Record<SpotState, Sentence> = {
  open: say`Your spot is open again`,
  skatestopped: say`Your spot is skate-stopped`,
  under_construction: say`Your spot is under construction`,
  closed: say`Your spot is closed for now`,
  gone: say`Your spot was reported as gone`,
  unverified: say`Your spot needs someone to confirm it`,
}

type Counted = 'like' | 'follow' | 'spot_near' | 'spot_state' | 'meetup_changed' | 'area_changes'

const TITLES: Record<Exclude<Notification['type'], Counted>, Sentence> = {
  comment: say`A comment on your post`,
  comment_reply: say`A reply to your comment`,
  comment_like: say`Likes on your comment`,
  discussion_comment: say`A comment in your discussion`,
  comment_removed: say`Your comment was removed`,
  mention: say`You were mentioned`,
  crew_invitation: say`You’re invited to a crew`,
  message_request: say`New message request`,
  report_outcome: say`The outcome of your report`,
  spot_removed: say`A spot with your posts was removed`,
  spot_merged: say`Your spot was merged with another one`,
  saved_spot_state: say`A spot you saved has changed`,
  list_spots: say`New in your crew’s list`,
  meetup_joined: say`Someone joined your session`,
  account_recovery: say`Someone asked for access to your account without your second factor`,
}

function getTitle(line: Notification): Sentence {
  const { type, discussion, post, actors_count, spots_count, spot_state, area, meetup } = line
  if (type === 'like')
    return discussion
      ? say`Likes on your discussion`
      : post?.media
        ? say`Likes on your photo or video`
        : say`Likes on your post`
  if (type === 'follow') return actors_count > 1 ? say`New followers` : say`A new follower`
  if (type === 'spot_near')
    return spots_count > 1 ? say`New spots near your saved spots` : say`A new spot near your saved spots`
  if (type === 'spot_state') return STATES[spot_state ?? 'open']
  if (type === 'meetup_changed')
    return meetup?.is_canceled ? say`A session was canceled` : say`A session has changed`
  if (type === 'area_changes')
    return area && area.others > 0
      ? say`Updates in ${area.name} and ${area.others} more areas`
      : say`Updates in ${area?.name ?? ''}`
  return TITLES[type]
}

// Names must not be looked up in the translations.
function describeActors({ actors, actors_count }: Notification): Sentence | string | null {
  const [first, second] = actors.map(({ full_name, username }) => full_name ?? username)
  if (!first) return null
  if (actors_count === 1 || !second) return first
  return actors_count === 2 ? say`${first} and ${second}` : say`${first} and ${actors_count - 1} more`
}

function buildPath({
  type,
  spot,
  post_id,
  discussion,
  comment,
  thread_id,
  from_user_id,
  actors_count,
  area,
  list,
  meetup,
}: Notification): string {
  if (type === 'list_spots') return list ? `/lists/${list.id}` : '/saved?tab=lists'
  if (meetup) return `/session/${meetup.id}`
  if (type === 'area_changes') return area ? `/areas/${area.id}` : '/spots'
  if (type === 'account_recovery') return '/settings#two-step'
  if (type === 'spot_merged') return '/twins'
  if ((type === 'spot_near' || type === 'spot_state' || type === 'saved_spot_state') && spot)
    return `/spots/${spot.id}`
  if (type === 'follow' && actors_count > 1) return '/profile/followers'
  if (thread_id) return `/messages/${thread_id}`
  if (type === 'follow') return `/user/${from_user_id}`
  if (discussion) return `/community/${discussion.id}`
  if (post_id) return `/post/${post_id}${comment ? '?comments=1' : ''}`
  return '/dashboard'
}

const OUTCOMES = {
  keep: say`No action was taken.`,
  hide: say`It’s hidden now.`,
  remove: say`It was removed.`,
  warn: say`The member was warned.`,
  suspend: say`The member was suspended.`,
  settle: say`Its status was locked.`,
  facts: say`Its details were changed.`,
}

// People's own text is truncated, and never looked up in the translations.
function describeNotification({
  type,
  comment,
  post,
  discussion,
  spot,
  spots_count,
  report,
  area,
  meetup,
}: Notification) {
  if (type === 'area_changes')
    return area && say`New spots: ${area.spots}, changed: ${area.states}, notices: ${area.bulletins}`
  if (type === 'message_request') return null
  if (type === 'report_outcome') return report?.action ? OUTCOMES[report.action] : null
  if (spot && spots_count > 1) return say`${spot.name} and ${spots_count - 1} more`
  const about =
    comment?.content ||
    meetup?.spot_name ||
    spot?.name ||
    post?.spot?.name ||
    post?.title ||
    discussion?.title
  return about ? cut(about) : null
}

function buildTarget(line: Notification): string {
  const { type, post_id, discussion, thread_id, report, spot_state, spot, list, meetup } = line
  const of_spot = spot_state || type === 'spot_merged' ? spot?.id : ''
  return meetup?.id ?? list?.id ?? post_id ?? discussion?.id ?? thread_id ?? report?.case_id ?? of_spot ?? ''
}

function shownLine(line: Notification, { language, shows_text }: Wanted): Shown {
  const words = (sentence: Sentence) => writeIn(language, sentence)
  const who = describeActors(line)
  const about = shows_text ? describeNotification(line) : null
  const parts = [who, about].map((part) => (part === null || typeof part === 'string' ? part : words(part)))
  return {
    title: words(getTitle(line)),
    body: parts.filter(Boolean).join(': '),
    tag: [line.type, buildTarget(line), line.media_index].join(' '),
    path: buildPath(line),
  }
}

const SHARED = {
  spot: say`Shared a spot with you`,
  post: say`Shared a post with you`,
  list: say`Shared a list with you`,
}

function shownMessages(
  { thread_id, user, count, last }: NewMessages,
  { language, shows_text }: Wanted,
): Shown {
  const one = last.shared ? SHARED[last.shared] : say`A new message`
  const body = count > 1 ? say`${count} new messages` : one
  return {
    title: user.full_name ?? user.username,
    body: shows_text && last.content ? cut(last.content) : writeIn(language, body),
    tag: `message ${thread_id}`,
    path: `/messages/${thread_id}`,
  }
}

/** Maximum number of notifications displayed on a device. Any others are only counted. */
const MAX_SHOWN = 4

/** Builds the notifications that a device displays for new items, messages first. */
export function toShown(
  newItems: { messages: readonly NewMessages[]; lines: readonly Notification[] },
  wanted: Wanted,
): Shown[] {
  const { language, muted } = wanted
  const isWanted = (kind: string) => !muted.some((one) => one === kind)
  const all = [
    ...(isWanted('message') ? newItems.messages.map((thread) => shownMessages(thread, wanted)) : []),
    ...newItems.lines.filter(({ type }) => isWanted(type)).map((line) => shownLine(line, wanted)),
  ]
  if (all.length <= MAX_SHOWN) return all
  const shown = all.slice(0, MAX_SHOWN - 1)
  const rest = writeIn(language, say`${all.length - shown.length} more`)
  return [...shown, { title: 'Nollie', body: rest, tag: 'more', path: '/dashboard' }]
}
