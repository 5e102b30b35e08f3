import type { PersonCard } from '@nollie/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { useSession } from '../../lib/use-session.ts'
import { EmptyState, HeaderBar, Page, PagedList, SearchField } from '../../ui/index.ts'
import { listCards } from './people-cache.ts'
import { findQuery, profileQuery, suggestionsQuery } from './people-requests.ts'
import { PeopleRows } from './person-card.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useLiveCards } from './use-live-cards.ts'
import styles from './people.module.css'

// The query is part of the URL, so that it survives opening a person's page and going back.
function useQueryInAddress(): [string, (q: string) => void] {
  const { q }: { q?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const want = (next: string) =>
    void navigate({ to: '.', search: (next ? { q: next } : {}) as never, replace: true, resetScroll: false })
  return [typeof q === 'string' ? q.slice(0, LIMITS.search_max) : '', want]
}

/** Shows how many people the viewer follows (CONN-08). */
function YourNetwork() {
  const { user } = useSession()
  const { data } = useQuery({ ...profileQuery(user?.user_id ?? ''), enabled: user !== null })
  if (!data) return null
  const count = data.following_count
  return (
    <section className={styles.network} aria-label={m.people_network()}>
      <b aria-hidden="true">{count}</b>
      <p>
        <strong>{m.people_network()}:</strong> {m.people_network_count({ count })}
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

type Suggestion = PersonCard & { reason: keyof typeof REASONS }

/** Returns suggestions and everyone else, or the people who match `wanted`. */
function usePeople(wanted: string) {
  const options = findQuery(wanted)
  const query = useInfiniteQuery(options)
  const { data = [], isLoading } = useQuery(suggestionsQuery)
  useLiveCards(options.queryKey)
  const suggested = wanted ? [] : data
  const isSuggested = new Set(suggested.map(({ user_id }) => user_id))
  const others = listCards(query.data).filter(({ user_id }) => !isSuggested.has(user_id))
  return { query, suggested, others, isLoading: !wanted && isLoading }
}

function Suggested({ people }: { people: Suggestion[] }) {
  const getReason = ({ user_id }: PersonCard) =>
    REASONS[people.find((one) => one.user_id === user_id)?.reason ?? 'mutual']?.()
  return (
    <section>
      <h2 className={styles.head}>{m.people_connect_suggested()}</h2>
      <PeopleRows people={people} label={m.people_connect_suggested()} getReason={getReason} />
    </section>
  )
}

function Others({ people, wanted }: { people: PersonCard[]; wanted: string }) {
  const title = wanted ? m.people_connect_results() : m.people_connect_everyone()
  return (
    <section>
      <h2 className={wanted ? 'sr-only' : styles.head}>{title}</h2>
      <PeopleRows people={people} label={title} />
    </section>
  )
}

function Nobody({ wanted }: { wanted: string }) {
  return (
    <div role="status">
      <EmptyState art="search" title={wanted ? m.people_connect_none_match() : m.people_connect_none()} />
    </div>
  )
}

function Finding() {
  const [wanted, want] = useQueryInAddress()
  const { query, suggested, others, isLoading } = usePeople(wanted)
  const skeleton = <RowsSkeleton label={m.people_connect_loading()} />
  return (
    <div className={styles.connect}>
      <SearchField
        className={styles.search}
        wanted={wanted}
        onWant={want}
        label={m.people_connect_label()}
        placeholder={m.people_connect_placeholder()}
        clearLabel={m.people_connect_clear()}
      />
      {isLoading ? (
        skeleton
      ) : (
        <PagedList
          query={query}
          count={others.length}
          failed={m.people_connect_failed()}
          skeleton={skeleton}
          top={suggested.length > 0 && <Suggested people={suggested} />}
          empty={suggested.length === 0 && <Nobody wanted={wanted} />}
          next={{ label: m.people_connect_loading(), byHand: true }}
        >
          {others.length > 0 && <Others people={others} wanted={wanted} />}
        </PagedList>
      )}
      <YourNetwork />
    </div>
  )
}

/** `/connect`: finds skaters to follow. Shows suggestions, then everyone, or the results of a query. */
export function ConnectScreen() {
  return (
    <Page wide header={<HeaderBar title={m.people_connect()} onBack={useBack('/dashboard')} />}>
      <Finding />
    </Page>
  )
}
