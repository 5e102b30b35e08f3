import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { PagedList } from '../../ui/index.ts'
import { listCards, findQuery, PeopleRows, RowsSkeleton, useLiveCards } from '../people/index.ts'
import { SpotGrid, SpotGridSkeleton, SpotLink } from '../profiles/index.ts'
import { foundSpotsQuery } from './search-requests.ts'
import type { SearchAnswer } from './shown-results.ts'
import type { Search } from './use-search.ts'
import styles from './search.module.css'

type Count = { count: number; more: boolean }

function usersText({ count, more }: Count) {
  return more ? m.search_found_users_max({ count }) : m.search_found_users({ count })
}

function spotsText({ count, more }: Count) {
  return more ? m.search_found_spots_max({ count }) : m.search_found_spots({ count })
}

function AllUsers({ q }: { q: string }) {
  const options = findQuery(q)
  const query = useInfiniteQuery(options)
  useLiveCards(options.queryKey)
  const people = listCards(query.data)
  return (
    <section className={styles.foundUsers}>
      <h2 className={styles.foundHead}>{m.search_users()}</h2>
      <PagedList
        query={query}
        count={people.length}
        failed={m.search_found_users_failed()}
        skeleton={<RowsSkeleton label={m.search_found_users_loading()} />}
        empty={null}
        next={{ label: m.search_found_users_loading(), byHand: true }}
      >
        <PeopleRows people={people} label={m.search_users()} />
      </PagedList>
    </section>
  )
}

function AllSpots({ q }: { q: string }) {
  const query = useInfiniteQuery(foundSpotsQuery(q))
  const spots = listItems(query.data)
  const skeleton = <SpotGridSkeleton columns="three" label={m.search_found_spots_loading()} />
  return (
    <section>
      <h2 className={styles.foundHead}>{m.search_spots()}</h2>
      <PagedList
        query={query}
        count={spots.length}
        failed={m.search_found_spots_failed()}
        skeleton={skeleton}
        empty={null}
        next={{ label: m.search_found_spots_loading(), byHand: true }}
      >
        <SpotGrid columns="three" label={m.search_spots()}>
          {spots.map((spot) => (
            <li key={spot.id}>
              <SpotLink spot={spot} />
            </li>
          ))}
        </SpotGrid>
      </PagedList>
    </section>
  )
}

function Counts({ answer }: { answer: SearchAnswer }) {
  return (
    <div className={styles.foundCounts} role="status">
      <p className={styles.foundFigure}>{usersText(answer.people)}</p>
      <p className={styles.foundFigure}>{spotsText(answer.spots)}</p>
      <p>{m.search_found_text()}</p>
    </div>
  )
}

type Props = {
  search: Search
  /** Whether the best-results panel above is open. */
  open: boolean
}

/** A search's results. While the panel is open, shows only the counts; once it closes, shows everything (DISC-08). */
export function AllResults({ search, open }: Props) {
  const { q, shown } = search
  if (shown.kind !== 'found') {
    if (open || shown.kind === 'start') return null
    const names = {
      waiting: () => m.search_loading(),
      failed: () => m.search_failed(),
      late: () => m.search_timed_out(),
      none: () => m.search_none({ query: q }),
    }
    return (
      <p className={styles.foundNote} role="status">
        {names[shown.kind]()}
      </p>
    )
  }
  const { answer } = shown
  return (
    <div className={styles.found} data-under={open ? '' : undefined}>
      <Counts answer={answer} />
      {!open && answer.people.count > 0 && <AllUsers key={q} q={q} />}
      {!open && answer.spots.count > 0 && <AllSpots q={q} />}
    </div>
  )
}
