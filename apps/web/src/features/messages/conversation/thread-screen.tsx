import type { Person, Thread } from '@nollie/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { go } from '../../../lib/navigation.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { useTitle } from '../../../lib/page/page-title.ts'
import { ButtonLink, EmptyState, Loaded, Loading, Skeleton } from '../../../ui/index.ts'
import { Conversation } from './conversation.tsx'
import { threadQuery, threadWithQuery } from '../message-requests.ts'
import { toSearch } from '../attachments/shared-ref.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './conversation.module.css'

// The conversation doesn't exist for this viewer, or its id is malformed.
function isGone(error: unknown) {
  return (
    error instanceof ApiError &&
    ['THREAD_NOT_FOUND', 'PERSON_NOT_FOUND', 'BAD_REQUEST', 'NOT_FOUND'].includes(error.code)
  )
}

function Gone() {
  return (
    <div className={looks.listState}>
      <EmptyState
        art="notFound"
        level={1}
        title={m.messages_conversation_missing()}
        action={
          <ButtonLink href="/messages" variant="line">
            {m.messages_back()}
          </ButtonLink>
        }
      >
        {m.messages_conversation_missing_text()}
      </EmptyState>
    </div>
  )
}

function Skeletons() {
  return (
    <div className={styles.logFrame}>
      <Loading label={m.messages_loading()}>
        <div className={styles.logSkeleton}>
          <Skeleton style={{ width: '62%' }} />
          <Skeleton style={{ width: '44%' }} />
          <Skeleton style={{ width: '56%', marginLeft: 'auto' }} />
        </div>
      </Loading>
    </div>
  )
}

type Shown = Omit<ComponentProps<typeof Conversation>, 'other' | 'thread'>

function Named({ other, thread, ...shown }: Shown & { other: Person; thread: Thread | null }) {
  useTitle(getName(other))
  return <Conversation key={other.user_id} other={other} thread={thread} {...shown} />
}

// Loads a conversation by its id, or a person along with the conversation, if there is one.
function useThread(of: Of) {
  const client = useQueryClient()
  const byId = useQuery({ ...threadQuery(of.thread_id ?? ''), enabled: of.thread_id !== undefined })
  const byPerson = useQuery({ ...threadWithQuery(of.user_id ?? ''), enabled: of.user_id !== undefined })
  const begun = of.user_id === undefined ? null : (byPerson.data?.thread ?? null)
  useEffect(() => {
    // The conversation is cached under its own URL before navigating there, so that nothing disappears in between.
    if (begun) client.setQueryData(threadQuery(begun.id).queryKey, (known) => known ?? begun)
  }, [client, begun])
  if (of.thread_id !== undefined) return { query: byId, other: byId.data?.user, thread: byId.data ?? null }
  return { query: byPerson, other: byPerson.data?.user, thread: begun }
}

type Of = { thread_id: string; user_id?: never } | { user_id: string; thread_id?: never }

/** A conversation, or an empty one with a person. Handles loading, errors, and missing conversations. */
export function ThreadScreen({ of, ...shown }: Shown & { of: Of }) {
  const { query, other, thread } = useThread(of)
  const { bring } = shown
  const thread_id = of.user_id === undefined ? undefined : thread?.id
  useEffect(() => {
    if (thread_id) go(`/messages/${thread_id}${toSearch(bring)}`, { replace: true, state: { writing: true } })
  }, [thread_id, bring])
  // Check for this first: a conversation that was just hidden still has cached data.
  if (isGone(query.error)) return <Gone />
  return (
    <Loaded query={query} failed={m.messages_failed_thread()} level={1} skeleton={<Skeletons />}>
      {other && <Named {...shown} other={other} thread={thread} bring={thread_id ? null : bring} />}
    </Loaded>
  )
}
