import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { Loaded, Loading, NextPage, Skeleton } from '../../ui/index.ts'
import { cardsOf, findQuery, PeopleRows, RowsSkeleton, SpotLink, useLiveCards } from '../people/index.ts'
import { foundSpotsQuery } from './discover-requests.ts'
import type { SearchAnswer } from './search-answer.ts'
import type { Search } from './use-search.ts'
import './search.css'

type Count = { count: number; more: boolean }

const usersText = ({ count, more }: Count) => {
  if (more) return m.discover_found_users_max({ count })
  return count === 1 ? m.discover_found_users_one() : m.discover_found_users({ count })
}
const spotsText = ({ count, more }: Count) => {
  if (more) return m.discover_found_spots_max({ count })
  return count === 1 ? m.discover_found_spots_one() : m.discover_found_spots({ count })
}

function AllUsers({ q }: { q: string }) {
  const options = findQuery(q)
  const query = useInfiniteQuery(options)
  useLiveCards(options.queryKey)
  return (
    <section>
      <h2 className="people-head">{m.discover_search_users()}</h2>
      <Loaded
        query={query}
        failed={m.discover_found_users_failed()}
        skeleton={<RowsSkeleton label={m.discover_found_users_loading()} />}
      >
        <PeopleRows people={cardsOf(query.data)} label={m.discover_search_users()} />
        <NextPage pages={query} label={m.discover_found_users_loading()} byHand />
      </Loaded>
    </section>
  )
}

function AllSpots({ q }: { q: string }) {
  const query = useInfiniteQuery(foundSpotsQuery(q))
  const spots = query.data?.pages.flatMap(({ items }) => items) ?? []
  const skeleton = (
    <Loading label={m.discover_found_spots_loading()}>
      <div className="person-spots">
        <Skeleton className="person-spot-photo" />
        <Skeleton className="person-spot-photo" />
      </div>
    </Loading>
  )
  return (
    <section>
      <h2 className="people-head">{m.discover_search_spots()}</h2>
      <Loaded query={query} failed={m.discover_found_spots_failed()} skeleton={skeleton}>
        <ul className="person-spots" aria-label={m.discover_search_spots()}>
          {spots.map((spot) => (
            <li key={spot.id}>
              <SpotLink spot={spot} />
            </li>
          ))}
        </ul>
        <NextPage pages={query} label={m.discover_found_spots_loading()} byHand />
      </Loaded>
    </section>
  )
}

function Counts({ answer }: { answer: SearchAnswer }) {
  return (
    <div className="found-counts" role="status">
      <p className="found-figure">{usersText(answer.people)}</p>
      <p className="found-figure">{spotsText(answer.spots)}</p>
      <p>{m.discover_found_text()}</p>
    </div>
  )
}

type Props = {
  search: Search
  /** The panel of the best ones stands open above. */
  open: boolean
}

/** What a search found: the figures while the panel is open, everything when it is closed (DISC-08). */
export function Found({ search, open }: Props) {
  const { q, shown } = search
  if (shown.kind !== 'found') {
    if (open || shown.kind === 'start') return null
    const names = {
      waiting: () => m.discover_search_waiting(),
      failed: () => m.discover_search_failed(),
      late: () => m.discover_search_late(),
      none: () => m.discover_search_none({ query: q }),
    }
    return (
      <p className="found-note" role="status">
        {names[shown.kind]()}
      </p>
    )
  }
  const { answer } = shown
  return (
    <div className="found" data-under={open ? '' : undefined}>
      <Counts answer={answer} />
      {!open && answer.people.count > 0 && <AllUsers key={q} q={q} />}
      {!open && answer.spots.count > 0 && <AllSpots q={q} />}
    </div>
  )
}
