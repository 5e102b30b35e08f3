import type { PersonCard } from '@nollie/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState, Loaded, NextPage, SearchField } from '../../ui/index.ts'
import { cardsOf } from './people-cache.ts'
import { findQuery, profileQuery, suggestionsQuery } from './people-requests.ts'
import { PeopleRows } from './person-card.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useLiveCards } from './use-live-cards.ts'
import './people.css'

// What is searched for stands in the address: who comes back from a person finds the search as it was.
function useWanted(): [string, (q: string) => void] {
  const { q } = useSearch({ strict: false }) as { q?: unknown }
  const navigate = useNavigate()
  const want = (next: string) =>
    void navigate({ to: '.', search: (next ? { q: next } : {}) as never, replace: true, resetScroll: false })
  return [typeof q === 'string' ? q.slice(0, LIMITS.search_max) : '', want]
}

/** Whom the viewer follows, as one figure (CONN-08). */
function YourNetwork() {
  const { user } = useSession()
  const { data } = useQuery({ ...profileQuery(user?.user_id ?? ''), enabled: user !== null })
  if (!data) return null
  const count = data.following_count
  return (
    <section className="people-network" aria-label={m.people_network()}>
      <b aria-hidden="true">{count}</b>
      <p>
        <strong>{m.people_network()}:</strong>{' '}
        {count === 1 ? m.people_network_one() : m.people_network_many({ count })}
      </p>
    </section>
  )
}

const REASONS = {
  mutual: undefined,
  nearby: m.people_reason_nearby,
  active: undefined,
  new: m.people_reason_new,
} as const

/** Finding skaters to follow: people who may matter first, everybody below them, or what is searched for. */
export function Connect() {
  const [wanted, want] = useWanted()
  const options = findQuery(wanted)
  const query = useInfiniteQuery(options)
  const { data: suggested = [], isLoading } = useQuery(suggestionsQuery)
  useLiveCards(options.queryKey)
  const found = cardsOf(query.data)
  const isSuggested = new Set(suggested.map(({ user_id }) => user_id))
  const others = wanted ? found : found.filter(({ user_id }) => !isSuggested.has(user_id))
  const reasonOf = ({ user_id }: PersonCard) =>
    REASONS[suggested.find((one) => one.user_id === user_id)?.reason ?? 'mutual']?.()
  const hasSuggested = !wanted && suggested.length > 0
  const skeleton = <RowsSkeleton label={m.people_connect_loading()} />
  return (
    <>
      <SearchField
        className="people-search"
        wanted={wanted}
        onWant={want}
        label={m.people_connect_label()}
        placeholder={m.people_connect_placeholder()}
        clearLabel={m.people_connect_clear()}
      />
      {!wanted && isLoading ? (
        skeleton
      ) : (
        <Loaded query={query} failed={m.people_connect_failed()} skeleton={skeleton}>
          {hasSuggested && (
            <section>
              <h2 className="people-head">{m.people_connect_suggested()}</h2>
              <PeopleRows people={suggested} label={m.people_connect_suggested()} reasonOf={reasonOf} />
            </section>
          )}
          {others.length > 0 && (
            <section>
              <h2 className={wanted ? 'sr-only' : 'people-head'}>
                {wanted ? m.people_connect_results() : m.people_connect_everybody()}
              </h2>
              <PeopleRows
                people={others}
                label={wanted ? m.people_connect_results() : m.people_connect_everybody()}
              />
            </section>
          )}
          {others.length === 0 && !hasSuggested && !query.hasNextPage && (
            <div role="status">
              <EmptyState
                art="search"
                title={wanted ? m.people_connect_none_match() : m.people_connect_none()}
              />
            </div>
          )}
          <NextPage pages={query} label={m.people_connect_loading()} byHand />
        </Loaded>
      )}
      <YourNetwork />
    </>
  )
}
