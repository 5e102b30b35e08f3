import type { Crew } from '@nollie/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  CrewMembers,
  CrewMenu,
  crewPostsQuery,
  crewQuery,
  crewSpotsQuery,
  HiddenName,
  useLiveCrews,
} from '../../features/crews/index.ts'
import type { OpenItem } from '../../features/feed/index.ts'
import { LightboxHost, useOpenItem } from '../../features/lightbox/index.ts'
import { SpotGrid, SpotLink } from '../../features/profiles/index.ts'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { listItems } from '../../lib/paging.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useBack } from '../../lib/use-back.ts'
import { useLiveSpotList } from '../../lib/places/use-live-spot-list.ts'
import {
  ButtonLink,
  EmptyState,
  HeaderBar,
  Loaded,
  Loading,
  Page,
  PagedList,
  Skeleton,
  Tabs,
} from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'
import { PostCards } from '../post-cards.tsx'
import styles from '../saved-screen.module.css'

function skeleton() {
  return (
    <Loading label={m.crews_loading()}>
      <Skeleton className={styles.skeleton} />
    </Loading>
  )
}

function states() {
  return {
    failed: m.crews_one_failed(),
    skeleton: skeleton(),
    next: { label: m.crews_loading() },
  }
}

function CrewSpots({ crew_id }: { crew_id: string }) {
  const query = useInfiniteQuery(crewSpotsQuery(crew_id))
  const spots = listItems(query.data)
  useLiveSpotList(crewSpotsQuery(crew_id).queryKey, spots)
  const empty = (
    <EmptyState
      art="spots"
      title={m.crews_spots_none()}
      action={<ButtonLink href="/share-spot">{m.shell_share_spot()}</ButtonLink>}
    >
      {m.crews_spots_none_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={spots.length} empty={empty}>
      <SpotGrid columns="wide">
        {spots.map((spot) => (
          <li key={spot.id}>
            <SpotLink spot={spot} />
          </li>
        ))}
      </SpotGrid>
    </PagedList>
  )
}

function CrewPosts({ crew_id, onOpen }: { crew_id: string; onOpen: OpenItem }) {
  const query = useInfiniteQuery(crewPostsQuery(crew_id))
  const posts = listItems(query.data)
  const empty = (
    <EmptyState
      art="gallery"
      title={m.crews_posts_none()}
      action={<ButtonLink href="/share-content">{m.shell_share_content()}</ButtonLink>}
    >
      {m.crews_posts_none_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={posts.length} empty={empty}>
      <PostCards posts={posts} onOpen={onOpen} />
    </PagedList>
  )
}

const TABS = ['spots', 'posts', 'people'] as const

function CrewTabs({ crew }: { crew: Crew }) {
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = useOpenItem()
  return (
    <Tabs
      label={crew.name}
      value={TABS.find((one) => one === tab) ?? 'spots'}
      onChange={(next) =>
        void navigate({ to: '.', search: (next === 'spots' ? {} : { tab: next }) as never, replace: true })
      }
      tabs={[
        { value: 'spots', title: m.crews_spots(), panel: <CrewSpots crew_id={crew.id} /> },
        { value: 'posts', title: m.crews_posts(), panel: <CrewPosts crew_id={crew.id} onOpen={open} /> },
        { value: 'people', title: m.crews_people(), panel: <CrewMembers crew={crew} /> },
      ]}
    />
  )
}

function Missing() {
  return (
    <EmptyState
      art="followers"
      title={m.crews_missing_title()}
      action={<ButtonLink href="/crews">{m.crews_title()}</ButtonLink>}
    >
      {m.crews_missing_text()}
    </EmptyState>
  )
}

/** `/crews/{id}`: a crew with its spots, posts, and members. For members only. */
function CrewPage() {
  useLiveCrews()
  const { crewId = '' }: { crewId?: string } = useParams({ strict: false })
  const query = useQuery(crewQuery(crewId))
  const isGone =
    query.error instanceof ApiError &&
    (query.error.code === 'CREW_NOT_FOUND' || query.error.code === 'BAD_REQUEST')
  const crew = isGone ? undefined : query.data
  useTitle(crew?.name ?? m.crews_title())
  return (
    <Page
      header={
        <HeaderBar title={crew?.name ?? m.crews_title()} onBack={useBack('/crews')}>
          {crew && <CrewMenu crew={crew} />}
        </HeaderBar>
      }
    >
      {isGone ? (
        <Missing />
      ) : (
        <Loaded query={query} failed={m.crews_one_failed()} skeleton={skeleton()}>
          {crew && (
            <>
              <HiddenName crew={crew} />
              <CrewTabs crew={crew} />
            </>
          )}
        </Loaded>
      )}
      <LightboxHost />
    </Page>
  )
}

export const Route = createFileRoute('/crews/$crewId')({
  beforeLoad: memberOnly,
  component: CrewPage,
  staticData: { title: m.crews_title, shell: 'dock' },
})
