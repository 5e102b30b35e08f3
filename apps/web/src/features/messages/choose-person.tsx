import type { Person } from '@nollie/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { byCursor, from, listItems } from '../../lib/paging.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import { AppLink, Avatar, Loading, PagedList, Skeleton } from '../../ui/index.ts'
import { threadsQuery } from './message-requests.ts'
import { AttachedCard } from './attachments/shared-card.tsx'
import { type SharedRef, toSearch } from './attachments/shared-ref.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './messages.module.css'

function peopleQuery(q: string, me: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.toWrite(q, me),
    ...byCursor,
    queryFn: ({ pageParam, signal }) => {
      const cursor = from(pageParam)
      return q
        ? call('GET /api/people', { query: { q, ...cursor }, signal })
        : call('GET /api/people/:user_id/following', { params: { user_id: me }, query: cursor, signal })
    },
    placeholderData: keepPreviousData,
  })
}

function People({ people, search }: { people: readonly Person[]; search: string }) {
  return (
    <ul className={styles.threadList}>
      {people.map((person) => (
        <li key={person.user_id}>
          <AppLink className={styles.threadRow} href={`/messages/with/${person.user_id}${search}`}>
            <Avatar person={person} size={46} />
            <span className={styles.threadText}>
              <b>
                <bdi>{getName(person, NAMELESS.card)}</bdi>
              </b>
              <span className={styles.threadSnippet}>@{person.username}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Skeletons() {
  return (
    <Loading label={m.messages_find_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.threadSkeleton} />
      ))}
    </Loading>
  )
}

function Recent({ people, search }: { people: readonly Person[]; search: string }) {
  if (people.length === 0) return null
  return (
    <section aria-labelledby="write-recent">
      <h2 id="write-recent" className={styles.chooseHead}>
        {m.messages_find_recent()}
      </h2>
      <People people={people} search={search} />
    </section>
  )
}

/**
 * Lets the viewer choose who gets a new message with `shared` attached. Suggests people they have conversations with or
 * follow, and finds everyone else by name.
 */
export function ChoosePerson({ shared }: { shared: SharedRef | null }) {
  const { user } = useSession()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = useInfiniteQuery(peopleQuery(q, user?.user_id ?? ''))
  const threads = useInfiniteQuery(threadsQuery('inbox')).data
  const recent = q === '' ? (threads?.pages[0]?.items.map(({ user: other }) => other) ?? []) : []
  const isRecent = new Set(recent.map(({ user_id }) => user_id))
  const people = listItems<Person>(query.data).filter(({ user_id }) => !isRecent.has(user_id))
  const search = toSearch(shared)
  const isAllRecent =
    recent.length > 0 && query.data !== undefined && people.length === 0 && !query.hasNextPage
  return (
    <div className={styles.choose}>
      {shared && <AttachedCard shared={shared} />}
      <label className={classes(looks.input, styles.chooseSearch)}>
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
          <h2 id="write-people" className={styles.chooseHead}>
            {q === '' ? m.messages_find_follows() : m.messages_find_people()}
          </h2>
          <PagedList
            query={query}
            count={people.length}
            failed={m.messages_find_failed()}
            skeleton={<Skeletons />}
            empty={
              <p className={styles.chooseNone} role="status">
                {q === '' ? m.messages_find_start() : m.messages_find_none()}
              </p>
            }
            next={{ label: m.messages_next_loading() }}
          >
            {people.length > 0 && <People people={people} search={search} />}
          </PagedList>
        </section>
      )}
    </div>
  )
}
