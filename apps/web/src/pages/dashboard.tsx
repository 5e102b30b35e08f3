import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { FeedList, FeedToggle, type OpenItem, useFeedFilter } from '../features/feed/index.ts'
import { MessagesLink } from '../features/messages/messages-link.tsx'
import { NotificationBell } from '../features/notifications/index.ts'
import { feedQuery } from '../features/posts/index.ts'
import { useOpenItem, LightboxHost } from '../features/lightbox/index.ts'
import { useWelcome, WelcomeCard } from '../features/welcome/index.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { Page, useWide } from '../ui/app-shell.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { HeaderBar } from '../ui/header-bar.tsx'
import { AppLink } from '../ui/link.tsx'
import { useMedia } from '../ui/use-media.ts'

// Only wide screens have room for it, and there it comes after the feed; without it the feed is there all the same.
const Side = lazy(() =>
  import('./dashboard-side.tsx').then(
    ({ DashboardSide }): { default: ComponentType<{ onOpen: OpenItem }> } => ({ default: DashboardSide }),
    () => ({ default: () => null }),
  ),
)

/** Where people land after sign-in: everybody's posts. */
export function DashboardPage() {
  const onOpen = useOpenItem()
  const { user } = useSession()
  const [filter, setFilter] = useFeedFilter()
  const hasSide = useMedia('(width >= 1180px)')
  const wide = useWide()
  const toggle = <FeedToggle filter={filter} onChange={setFilter} />
  const { isPending } = useInfiniteQuery(feedQuery(filter))
  const { waits, end } = useWelcome(user?.user_id)
  return (
    <Page
      header={
        <HeaderBar below={!wide && toggle} loose={!wide}>
          {wide && toggle}
          <MessagesLink />
          <NotificationBell onOpen={onOpen} />
          <AppLink className="icon-btn icon-btn-plain" href="/profile" aria-label={m.feed_profile()}>
            <Avatar person={user} size={36} />
          </AppLink>
        </HeaderBar>
      }
      panel={hasSide && <Suspense fallback={null}>{!isPending && <Side onOpen={onOpen} />}</Suspense>}
    >
      <h1 className="sr-only">{m.feed_title()}</h1>
      <Suspense fallback={null}>{waits && !isPending && <WelcomeCard onEnd={end} />}</Suspense>
      <FeedList filter={filter} onShowAll={() => setFilter('all')} onOpen={onOpen} />
      <LightboxHost />
    </Page>
  )
}
