import type { Person, Thread } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { nameOf } from '../../lib/names.ts'
import { useTitle } from '../../lib/title.ts'
import { ButtonLink, EmptyState, Loading, Skeleton } from '../../ui/index.ts'
import { Conversation } from './conversation.tsx'
import { Loaded } from './list-states.tsx'
import { threadQuery, threadWithQuery } from './message-requests.ts'
import { searchOf } from './shared-ref.ts'
import './conversation.css'
import './messages.css'

// A conversation that is not there, for this reader at least; an address that could name none says the same.
const isGone = (fault: unknown) =>
  fault instanceof ApiError &&
  ['THREAD_NOT_FOUND', 'PERSON_NOT_FOUND', 'BAD_REQUEST', 'NOT_FOUND'].includes(fault.code)

const Gone = () => (
  <div className="messages-state">
    <EmptyState
      art="notFound"
      level={1}
      title={m.messages_gone()}
      action={
        <ButtonLink href="/messages" variant="line">
          {m.messages_to_messages()}
        </ButtonLink>
      }
    >
      {m.messages_gone_text()}
    </EmptyState>
  </div>
)

const Coming = () => (
  <div className="log-frame">
    <Loading label={m.messages_coming()}>
      <div className="log-coming">
        <Skeleton style={{ width: '62%' }} />
        <Skeleton style={{ width: '44%' }} />
        <Skeleton style={{ width: '56%', marginLeft: 'auto' }} />
      </div>
    </Loading>
  </div>
)

type Shown = Omit<ComponentProps<typeof Conversation>, 'other' | 'thread'>

function Named({ other, thread, ...shown }: Shown & { other: Person; thread: Thread | null }) {
  useTitle(nameOf(other))
  return <Conversation key={other.user_id} other={other} thread={thread} {...shown} />
}

/** One conversation by its id, with what stands there when it is not to be had. */
export function ThreadScreen({ thread_id, ...shown }: Shown & { thread_id: string }) {
  const query = useQuery(threadQuery(thread_id))
  // First: one that was there a moment ago is still in the cache.
  if (isGone(query.error)) return <Gone />
  return (
    <Loaded query={query} failed={m.messages_failed_thread()} level={1} coming={<Coming />}>
      {query.data && <Named other={query.data.user} thread={query.data} {...shown} />}
    </Loaded>
  )
}

/** The conversation with a person, or its beginning; one that is there already is led to. */
export function ThreadWithScreen({ user_id, ...shown }: Shown & { user_id: string }) {
  const query = useQuery(threadWithQuery(user_id))
  const thread_id = query.data?.thread?.id
  const { bring } = shown
  useEffect(() => {
    if (thread_id) go(`/messages/${thread_id}${searchOf(bring)}`, { replace: true, state: { writing: true } })
  }, [thread_id, bring])
  if (isGone(query.error)) return <Gone />
  return (
    <Loaded query={query} failed={m.messages_failed_thread()} level={1} coming={<Coming />}>
      {query.data && !thread_id ? <Named other={query.data.user} thread={null} {...shown} /> : <Coming />}
    </Loaded>
  )
}
