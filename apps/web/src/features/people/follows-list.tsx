import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { ButtonLink, EmptyState, PagedList } from '../../ui/index.ts'
import { listCards } from './people-cache.ts'
import { type FollowList, followsQuery, profileQuery } from './people-requests.ts'
import { PeopleRows } from './person-card.tsx'
import { isPersonMissing, PersonMissing } from './person-missing.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useLiveCards } from './use-live-cards.ts'
import { looks } from '../../ui/looks.ts'

const TEXTS = {
  followers: {
    title: m.people_followers,
    failed: m.people_followers_failed,
    loading: m.people_followers_loading,
  },
  following: {
    title: m.people_following,
    failed: m.people_following_failed,
    loading: m.people_following_loading,
  },
} as const

type Props = { list: FollowList; user_id: string; own: boolean }

function OwnEmpty({ list }: { list: FollowList }) {
  return list === 'followers' ? (
    <EmptyState
      art="followers"
      title={m.people_followers_empty()}
      action={
        <ButtonLink href="/share-spot" variant="primary">
          {m.people_followers_empty_button()}
        </ButtonLink>
      }
    >
      {m.people_followers_empty_own()}
    </EmptyState>
  ) : (
    <EmptyState
      art="following"
      title={m.people_following_empty()}
      action={
        <ButtonLink href="/connect" variant="primary">
          {m.people_following_empty_button()}
        </ButtonLink>
      }
    >
      {m.people_following_empty_own()}
    </EmptyState>
  )
}

function OthersEmpty({ list, user_id }: Omit<Props, 'own'>) {
  const { data } = useQuery(profileQuery(user_id))
  const name = getName(data, NAMELESS.list)
  return list === 'followers' ? (
    <EmptyState art="followers" title={m.people_followers_empty()}>
      {m.people_followers_empty_other({ name })}
    </EmptyState>
  ) : (
    <EmptyState art="following" title={m.people_following_empty()}>
      {m.people_following_empty_other({ name })}
    </EmptyState>
  )
}

/** A person's followers, or the people they follow. Those with the most mutual friends come first. */
export function FollowsList({ list, user_id, own }: Props) {
  const options = followsQuery(list, user_id)
  const query = useInfiniteQuery(options)
  const people = listCards(query.data)
  const texts = TEXTS[list]
  useLiveCards(options.queryKey, ({ follower_id, following_id }) =>
    list === 'followers' ? following_id === user_id : follower_id === user_id,
  )
  if (isPersonMissing(query.error)) return <PersonMissing user_id={user_id} />
  return (
    <PagedList
      query={query}
      count={people.length}
      failed={texts.failed()}
      skeleton={<RowsSkeleton label={texts.loading()} />}
      empty={
        <div className={looks.listState}>
          {own ? <OwnEmpty list={list} /> : <OthersEmpty list={list} user_id={user_id} />}
        </div>
      }
      next={{ label: texts.loading() }}
    >
      <PeopleRows people={people} label={texts.title()} />
    </PagedList>
  )
}
