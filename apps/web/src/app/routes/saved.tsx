import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OpenItem } from '../../features/feed/index.ts'
import { DownloadSheet, OwnLists } from '../../features/lists/index.ts'
import { useOpenItem, LightboxHost } from '../../features/lightbox/index.ts'
import { onPostChange } from '../../features/posts/index.ts'
import { SpotGrid, SpotLink } from '../../features/profiles/index.ts'
import { savedPostsQuery, savedSpotsQuery } from '../../features/saved/index.ts'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { savedKeys } from '../../lib/keys/saved.ts'
import { useLiveSpotList } from '../../lib/places/use-live-spot-list.ts'
import { Button, EmptyState, HeaderBar, Loading, Page, PagedList, Skeleton, Tabs } from '../../ui/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { memberOnly } from '../guards.ts'
import { PostCards } from '../post-cards.tsx'
import styles from '../saved-screen.module.css'

function states() {
  return {
    failed: m.saved_failed(),
    skeleton: (
      <Loading label={m.saved_loading()}>
        <Skeleton className={styles.skeleton} />
      </Loading>
    ),
    next: { label: m.saved_loading() },
  }
}

/** The viewer's saved posts, most recently saved first. */
function SavedPosts({ onOpen }: { onOpen: OpenItem }) {
  const query = useInfiniteQuery(savedPostsQuery)
  const client = useQueryClient()
  useEffect(
    () =>
      onPostChange(({ kind }) => {
        if (kind === 'deleted' || kind === 'gap') void client.invalidateQueries({ queryKey: savedKeys.all })
      }),
    [client],
  )
  const posts = listItems(query.data)
  const empty = (
    <EmptyState art="gallery" title={m.saved_posts_empty()}>
      {m.saved_posts_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={posts.length} empty={empty}>
      <PostCards posts={posts} onOpen={onOpen} />
    </PagedList>
  )
}

/** The viewer's saved spots, most recently saved first. */
function SavedSpots() {
  const query = useInfiniteQuery(savedSpotsQuery)
  const [isOpen, setOpen] = useState(false)
  const spots = listItems(query.data)
  useLiveSpotList(savedKeys.spots, spots)
  const empty = (
    <EmptyState art="spots" title={m.saved_spots_empty()}>
      {m.saved_spots_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList {...states()} query={query} count={spots.length} empty={empty}>
      <div className={styles.tools}>
        <Button size="sm" variant="line" icon={<Download aria-hidden="true" />} onClick={() => setOpen(true)}>
          {m.lists_download()}
        </Button>
      </div>
      {isOpen && <DownloadSheet path="/api/saved/spots/export" onClosed={() => setOpen(false)} />}
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

/** `/saved`: the viewer's saved posts or spots. The selected tab is part of the URL. */
function SavedPage() {
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = useOpenItem()
  return (
    <Page header={<HeaderBar title={m.saved_title()} onBack={useBack('/profile')} />}>
      <Tabs
        label={m.saved_title()}
        value={tab === 'spots' || tab === 'lists' ? tab : 'posts'}
        onChange={(next) =>
          void navigate({ to: '.', search: (next === 'posts' ? {} : { tab: next }) as never, replace: true })
        }
        tabs={[
          { value: 'posts', title: m.saved_posts(), panel: <SavedPosts onOpen={open} /> },
          { value: 'spots', title: m.saved_spots(), panel: <SavedSpots /> },
          { value: 'lists', title: m.lists_title(), panel: <OwnLists /> },
        ]}
      />
      <LightboxHost />
    </Page>
  )
}

export const Route = createFileRoute('/saved')({
  beforeLoad: memberOnly,
  component: SavedPage,
  staticData: { title: m.saved_title, shell: 'dock' },
})
