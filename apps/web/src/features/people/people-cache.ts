import type { PersonCard, PersonEvent, Profile } from '@nollie/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchQueries, patchQuery } from '../../lib/query-patch.ts'
import { profileQuery, suggestionsQuery } from './people-requests.ts'

/** Lists of people in the cache: pages of cards, with their number where the list has it. */
export type CardPages = InfiniteData<{ items: PersonCard[]; count?: number; next_cursor: string | null }>

/** With somebody followed, or not any more, wherever they stand in a list. The same object when they are not in it. */
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

/** A profile with the counts of an event. The same object when nothing changes. */
export function withCounts(profile: Profile, event: Extract<PersonEvent, { kind: 'counts' }>): Profile {
  const { spots_count, posts_count, followers_count, following_count } = event
  const next = { ...profile, spots_count, posts_count, followers_count, following_count }
  return JSON.stringify(next) === JSON.stringify(profile) ? profile : next
}

/** The people of all pages in their order, each once: those who moved between two requests would come twice. */
export function cardsOf(
  pages: { pages: readonly { items: readonly PersonCard[] }[] } | undefined,
): PersonCard[] {
  const byId = new Map<string, PersonCard>()
  for (const { items } of pages?.pages ?? [])
    for (const card of items) if (!byId.has(card.user_id)) byId.set(card.user_id, card)
  return [...byId.values()]
}

/** Updates every screen of this tab after the viewer follows or unfollows somebody. */
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
  patchQueries<CardPages>(client, { queryKey: ['people', 'cards'] }, (pages) =>
    withFollowing(pages, user_id, following),
  )
  patchQuery(client, suggestionsQuery.queryKey, (cards) =>
    cards.map((card) => (card.user_id === user_id ? { ...card, following } : card)),
  )
}
