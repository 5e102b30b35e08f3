import { Suspense, useState } from 'react'
import { DiscoverGrid } from './discover-grid.tsx'
import { AllResults, SearchBox, useSearchTyping } from '../search/index.ts'
import { useOpenItem, useOpenItemNow } from '../lightbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { Page } from '../../ui/layout/app-shell.tsx'
import { Avatar } from '../../ui/photos/avatar.tsx'
import { HeaderBar } from '../../ui/layout/header-bar.tsx'
import { AppLink } from '../../ui/link.tsx'
import { iconButtonLook } from '../../ui/icon-button.tsx'
import styles from './discover.module.css'

/** `/feed` and `/user-posts`: shows everyone's photos and videos, with search for people and spots. */
export function DiscoverScreen() {
  const { user } = useSession()
  const search = useSearchTyping()
  const [open, setOpen] = useState(false)
  const openItem = useOpenItem()
  const isViewing = useOpenItemNow() !== null
  const header = (
    <HeaderBar title={m.discover_title()} below={<SearchBox search={search} open={open} onOpen={setOpen} />}>
      <AppLink {...iconButtonLook()} href="/profile" aria-label={m.discover_profile()}>
        <Avatar person={user} size={36} />
      </AppLink>
    </HeaderBar>
  )
  return (
    <div className={styles.page}>
      <Page wide header={header}>
        {search.q !== '' && (
          <Suspense fallback={null}>
            <AllResults search={search} open={open} />
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
