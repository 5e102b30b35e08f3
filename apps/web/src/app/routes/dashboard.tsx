import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { AdPlace } from '../../features/ads/index.ts'
import { FeedList, FeedSide, FeedToggle, useFeedFilter } from '../../features/feed/index.ts'
import { MessagesLink } from '../../features/messages/index.ts'
import { NotificationBell } from '../../features/notifications/index.ts'
import { feedQuery } from '../../features/posts/index.ts'
import { useOpenItem, LightboxHost } from '../../features/lightbox/index.ts'
import { SharedSpotHost } from '../../features/share/index.ts'
import { useWelcome, WelcomeCard } from '../../features/welcome/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { Page, useWide } from '../../ui/layout/app-shell.tsx'
import { Avatar } from '../../ui/photos/avatar.tsx'
import { HeaderBar } from '../../ui/layout/header-bar.tsx'
import { AppLink } from '../../ui/link.tsx'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { memberOnly } from '../guards.ts'
import { iconButtonLook } from '../../ui/icon-button.tsx'

/** `/dashboard`: the feed, which is the first screen after signing in. */
function DashboardPage() {
  const onOpen = useOpenItem()
  const { user } = useSession()
  const [filter, setFilter] = useFeedFilter()
  const hasSide = useMediaQuery('(width >= 1180px)')
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
          <AppLink {...iconButtonLook()} href="/profile" aria-label={m.feed_profile()}>
            <Avatar person={user} size={36} />
          </AppLink>
        </HeaderBar>
      }
      panel={hasSide && <Suspense fallback={null}>{!isPending && <FeedSide onOpen={onOpen} />}</Suspense>}
    >
      <h1 className="sr-only">{m.feed_title()}</h1>
      <PartBoundary>
        <Suspense fallback={null}>{waits && !isPending && <WelcomeCard onEnd={end} />}</Suspense>
      </PartBoundary>
      <PartBoundary>
        <FeedList
          filter={filter}
          onShowAll={() => setFilter('all')}
          onOpen={onOpen}
          inset={!hasSide && <AdPlace />}
        />
      </PartBoundary>
      <LightboxHost />
      <SharedSpotHost />
    </Page>
  )
}

export const Route = createFileRoute('/dashboard')({
  beforeLoad: memberOnly,
  component: DashboardPage,
  staticData: { title: m.shell_dashboard, shell: 'dock' },
})
