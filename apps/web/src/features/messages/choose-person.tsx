import type { Person } from '@nollie/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink, Avatar, Loaded, Loading, NextPage, Skeleton } from '../../ui/index.ts'
import { threadsQuery } from './message-requests.ts'
import { AttachedCard } from './shared-card.tsx'
import { type SharedRef, searchOf } from './shared-ref.ts'
import './messages.css'

const peopleQuery = (q: string, me: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'to-write', q, me],
    ...byCursor,
    queryFn: ({ pageParam, signal }) => {
      const cursor = from(pageParam)
      return q
        ? call('GET /api/people', { query: { q, ...cursor }, signal })
        : call('GET /api/people/:user_id/following', { params: { user_id: me }, query: cursor, signal })
    },
    placeholderData: keepPreviousData,
  })

function People({ people, search }: { people: readonly Person[]; search: string }) {
  return (
    <ul className="thread-list">
      {people.map((person) => (
        <li key={person.user_id}>
          <AppLink className="thread-row" href={`/messages/with/${person.user_id}${search}`}>
            <Avatar person={person} size={46} />
            <span className="thread-text">
              <b>
                <bdi>{nameOf(person, NAMELESS.card)}</bdi>
              </b>
              <span className="thread-snippet">@{person.username}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

const Skeletons = () => (
  <Loading label={m.messages_find_loading()}>
    {[0, 1, 2].map((n) => (
      <Skeleton key={n} className="thread-skeleton" />
    ))}
  </Loading>
)

function Recent({ people, search }: { people: readonly Person[]; search: string }) {
  if (people.length === 0) return null
  return (
    <section aria-labelledby="write-recent">
      <h2 id="write-recent" className="choose-head">
        {m.messages_find_recent()}
      </h2>
      <People people={people} search={search} />
    </section>
  )
}

/**
 * The recipient of a new message, with `shared` attached: people one has conversations with or follows, or anybody by
 * name.
 */
export function ChoosePerson({ shared }: { shared: SharedRef | null }) {
  const { user } = useSession()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = useInfiniteQuery(peopleQuery(q, user?.user_id ?? ''))
  const threads = useInfiniteQuery(threadsQuery('inbox')).data
  const recent = q === '' ? (threads?.pages[0]?.items.map(({ user: other }) => other) ?? []) : []
  const isRecent = new Set(recent.map(({ user_id }) => user_id))
  const people = (query.data?.pages.flatMap(({ items }) => items as Person[]) ?? []).filter(
    ({ user_id }) => !isRecent.has(user_id),
  )
  const search = searchOf(shared)
  const isAllRecent =
    recent.length > 0 && query.data !== undefined && people.length === 0 && !query.hasNextPage
  return (
    <div className="choose">
      {shared && <AttachedCard shared={shared} />}
      <label className="input choose-search">
        <Search size={20} aria-hidden="true" />
        <input
          type="search"
          aria-label={m.messages_find_label()}
          placeholder={m.messages_find_placeholder()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Recent people={recent} search={search} />
      {!isAllRecent && (
        <section aria-labelledby="write-people">
          <h2 id="write-people" className="choose-head">
            {q === '' ? m.messages_find_follows() : m.messages_find_people()}
          </h2>
          <Loaded query={query} failed={m.messages_find_failed()} skeleton={<Skeletons />}>
            {people.length > 0 ? (
              <People people={people} search={search} />
            ) : (
              !query.hasNextPage && (
                <p className="choose-none" role="status">
                  {q === '' ? m.messages_find_nobody() : m.messages_find_none()}
                </p>
              )
            )}
            <NextPage pages={query} label={m.messages_next_loading()} />
          </Loaded>
        </section>
      )}
    </div>
  )
}
