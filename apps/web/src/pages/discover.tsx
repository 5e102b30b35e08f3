import { lazy, Suspense, useState } from 'react'
import { DiscoverGrid } from '../features/discover/discover-grid.tsx'
import { SearchBox } from '../features/discover/search-box.tsx'
import { useSearchTyping } from '../features/discover/use-search.ts'
import { useOpenItem, useOpenItemNow } from '../features/lightbox/index.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/app-shell.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { HeaderBar } from '../ui/header-bar.tsx'
import { AppLink } from '../ui/link.tsx'

// What a search finds is loaded with the first search.
const Found = lazy(() => import('../features/discover/found.tsx').then(({ Found }) => ({ default: Found })))

/** `/feed` and `/user-posts`: photos and videos of everybody, and the search for people and spots. */
export function DiscoverPage() {
  const { user } = useSession()
  const search = useSearchTyping()
  const [open, setOpen] = useState(false)
  const openItem = useOpenItem()
  const isViewing = useOpenItemNow() !== null
  const header = (
    <HeaderBar title={m.discover_title()} below={<SearchBox search={search} open={open} onOpen={setOpen} />}>
      <AppLink className="icon-btn icon-btn-plain" href="/profile" aria-label={m.discover_profile()}>
        <Avatar person={user} size={36} />
      </AppLink>
    </HeaderBar>
  )
  return (
    <div className="discover-page">
      <Page wide header={header}>
        {search.q !== '' && (
          <Suspense fallback={null}>
            <Found search={search} open={open} />
          </Suspense>
        )}
        <DiscoverGrid
          hidden={search.q !== ''}
          isViewing={isViewing}
          onOpen={(post_id, media_index) => openItem(post_id, media_index)}
        />
      </Page>
    </div>
  )
}
