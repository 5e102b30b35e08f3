import { useState } from 'react'
import { DiscoverGrid, Found, SearchBox, useSearchTyping } from '../features/discover/index.ts'
import { useOpenItem, useOpenItemNow } from '../features/viewer/index.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { AppLink, Avatar, HeaderBar, Page } from '../ui/index.ts'

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
        <Found search={search} open={open} />
        <DiscoverGrid
          hidden={search.q !== ''}
          isViewing={isViewing}
          onOpen={(post_id, media_index) => openItem(post_id, media_index)}
        />
      </Page>
    </div>
  )
}
