import type { Message, Thread } from '@nollie/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { listItems } from '../../../lib/paging.ts'
import { useSession } from '../../../lib/use-session.ts'
import {
  AppLink,
  Avatar,
  ButtonLink,
  EmptyState,
  Loading,
  PagedList,
  Skeleton,
  Tabs,
  Time,
} from '../../../ui/index.ts'
import { type BoxName, threadsQuery } from '../message-requests.ts'
import { shortWhen } from '../message-rows.ts'
import { unreadQuery } from './unread-requests.ts'
import { BADGE_MAX, badgeCount } from '../../../ui/badge-count.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../messages.module.css'

/** Formats a message as one line of text. */
export function formatLine({ content, shared, deleted_at }: Message): string {
  if (deleted_at !== null) return m.messages_deleted()
  if (content !== null) return content
  if (shared?.kind === 'spot') return m.messages_shared_spot()
  if (shared?.kind === 'list') return m.messages_shared_list()
  if (!shared?.post?.media) return m.messages_shared_post()
  return shared.post.media.type === 'video' ? m.messages_shared_video() : m.messages_shared_photo()
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className={looks.count} aria-hidden="true">
        {badgeCount(count)}
      </span>
      <span className="sr-only">
        {count > BADGE_MAX
          ? m.messages_unread_count_many({ max: BADGE_MAX })
          : m.messages_unread_count({ count })}
      </span>
    </>
  )
}

function ThreadRow({ thread, me, open }: { thread: Thread; me: string; open: boolean }) {
  const { id, box, user, last_message, last_message_at, unread_count } = thread
  const line = last_message ? formatLine(last_message) : ''
  return (
    <AppLink
      className={styles.threadRow}
      href={box === 'requests' ? `/messages/${id}?box=requests` : `/messages/${id}`}
      data-unread={unread_count > 0 ? '' : undefined}
      aria-current={open ? 'page' : undefined}
    >
      <Avatar person={user} size={46} />
      <span className={styles.threadText}>
        <span className={styles.threadTop}>
          <b>
            <bdi>{getName(user)}</bdi>
          </b>
          <Time at={last_message_at}>{shortWhen(last_message_at)}</Time>
        </span>
        <span className={styles.threadLine}>
          <span className={styles.threadSnippet}>
            <bdi>{last_message?.user_id === me ? m.messages_preview_mine({ text: line }) : line}</bdi>
          </span>
          <Unread count={unread_count} />
        </span>
      </span>
    </AppLink>
  )
}

function Skeletons() {
  return (
    <Loading label={m.messages_loading()}>
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} className={styles.threadSkeleton} />
      ))}
    </Loading>
  )
}

function EmptyBox({ box }: { box: BoxName }) {
  return (
    <div className={looks.listState}>
      {box === 'inbox' ? (
        <EmptyState
          art="discussions"
          level={2}
          title={m.messages_empty()}
          action={
            <ButtonLink href="/messages/new" variant="primary">
              {m.messages_find()}
            </ButtonLink>
          }
        >
          {m.messages_empty_text()}
        </EmptyState>
      ) : (
        <EmptyState art="followers" level={2} title={m.messages_requests_empty()}>
          {m.messages_requests_empty_text()}
        </EmptyState>
      )}
    </div>
  )
}

function Threads({ box, open }: { box: BoxName; open: string | null }) {
  const { user } = useSession()
  const query = useInfiniteQuery(threadsQuery(box))
  const threads = listItems(query.data)
  return (
    <PagedList
      query={query}
      count={threads.length}
      failed={m.messages_failed()}
      skeleton={<Skeletons />}
      empty={<EmptyBox box={box} />}
      next={{ label: m.messages_next_loading() }}
    >
      <ul
        className={styles.threadList}
        aria-label={box === 'inbox' ? m.messages_inbox() : m.messages_requests()}
      >
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadRow thread={thread} me={user?.user_id ?? ''} open={thread.id === open} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

type Props = {
  box: BoxName
  onBox: (box: BoxName) => void
  /** The id of the conversation that is open next to the list. */
  open: string | null
}

/** The viewer's conversations, and message requests from people they don't follow. */
export function ThreadList({ box, onBox, open }: Props) {
  const { data } = useQuery(unreadQuery)
  const requests = data?.requests_count ?? 0
  return (
    <Tabs
      label={m.messages_title()}
      value={box}
      onChange={(next) => onBox(next as BoxName)}
      tabs={[
        { value: 'inbox', title: m.messages_inbox(), panel: <Threads box="inbox" open={open} /> },
        {
          value: 'requests',
          title:
            requests > 0 ? m.messages_requests_count({ count: badgeCount(requests) }) : m.messages_requests(),
          panel: <Threads box="requests" open={open} />,
        },
      ]}
    />
  )
}
