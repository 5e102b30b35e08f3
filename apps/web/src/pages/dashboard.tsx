import type { ReactNode } from 'react'
import { FeedList, FeedToggle, type OpenItem, useFeedFilter } from '../features/feed/index.ts'
import { MessagesLink } from '../features/messages/messages-link.tsx'
import { NotificationBell } from '../features/notifications/index.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/app-shell.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { HeaderBar } from '../ui/header-bar.tsx'
import { AppLink } from '../ui/link.tsx'

type Props = {
  /** Opens the viewer on a photo or video. */
  onOpen: OpenItem
  /** The viewer, while it is open. */
  viewer?: ReactNode
}

/** Where people land after sign-in: everybody's posts. */
export function DashboardPage({ onOpen, viewer }: Props) {
  const { user } = useSession()
  const [filter, setFilter] = useFeedFilter()
  return (
    <Page
      header={
        <HeaderBar below={<FeedToggle filter={filter} onChange={setFilter} />}>
          <MessagesLink />
          <NotificationBell onOpen={onOpen} />
          <AppLink className="icon-btn icon-btn-plain" href="/profile" aria-label={m.feed_profile()}>
            <Avatar person={user} size={36} />
          </AppLink>
        </HeaderBar>
      }
    >
      <h1 className="sr-only">{m.feed_title()}</h1>
      <FeedList filter={filter} onShowAll={() => setFilter('all')} onOpen={onOpen} />
      {viewer}
    </Page>
  )
}
