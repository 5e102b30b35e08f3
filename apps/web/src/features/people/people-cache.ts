import type { PersonCard, PersonEvent, Profile } from '@nollie/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchQueries, patchQuery } from '../../lib/query-patch.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import { profileQuery, suggestionsQuery } from './people-requests.ts'

/** A cached list of people: pages of cards, and their total if the list has one. */
export type CardPages = InfiniteData<{ items: PersonCard[]; count?: number; next_cursor: string | null }>

/** Updates whether a person is followed in a cached list. Returns the same object if nothing changes. */
export function withFollowing(pages: CardPages, user_id: string, following: boolean): CardPages {
  const isOther = (card: PersonCard) => card.user_id === user_id && card.following !== following
  if (!pages.pages.some(({ items }) => items.some(isOther))) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((card) => (isOther(card) ? { ...card, following } : card)),
    })),
  }
}

/** Updates a profile's counts from an event. Returns the same object if nothing changes. */
export function withCounts(profile: Profile, event: Extract<PersonEvent, { kind: 'counts' }>): Profile {
  const { spots_count, posts_count, followers_count, following_count } = event
  const next = { ...profile, spots_count, posts_count, followers_count, following_count }
  return JSON.stringify(next) === JSON.stringify(profile) ? profile : next
}

/** Returns the people on all pages in order. Someone who moved to another page between requests is listed once. */
export function listCards(
  pages: { pages: readonly { items: readonly PersonCard[] }[] } | undefined,
): PersonCard[] {
  const byId = new Map<string, PersonCard>()
  for (const { items } of pages?.pages ?? [])
    for (const card of items) if (!byId.has(card.user_id)) byId.set(card.user_id, card)
  return [...byId.values()]
}

/** Updates every screen in this tab after the viewer follows or unfollows a person. */
export function publishFollowing(
  client: QueryClient,
  user_id: string,
  { following, followers_count }: { following: boolean; followers_count?: number | undefined },
): void {
  patchQuery(client, profileQuery(user_id).queryKey, (profile) => ({
    ...profile,
    following,
    followers_count: followers_count ?? profile.followers_count,
  }))
  patchQueries<CardPages>(client, { queryKey: peopleKeys.allCards }, (pages) =>
    withFollowing(pages, user_id, following),
  )
  patchQuery(client, suggestionsQuery.queryKey, (cards) =>
    cards.map((card) => (card.user_id === user_id ? { ...card, following } : card)),
  )
}
