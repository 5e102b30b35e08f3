import { createFileRoute, useSearch } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { DROP_NOW } from '../../features/drafts/index.ts'
import { ShareDraft, ShareForm } from '../../features/share/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ButtonLink, CancelLink, HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'
import styles from '../share-spot-screen.module.css'

/** `/share-spot`: the form that adds a spot to the map. */
function ShareSpotPage() {
  const { user } = useSession()
  // The stored draft to share.
  const { draft }: { draft?: string } = useSearch({ strict: false })
  return (
    <Page
      wide
      header={
        <HeaderBar title={m.shell_share_spot()}>
          {!draft && (
            <ButtonLink href={DROP_NOW} variant="line" size="sm" icon={<Camera aria-hidden="true" />}>
              <span className="sr-only">{m.drafts_drop()}</span>
              <span className={styles.drop} aria-hidden="true">
                {m.drafts_drop()}
              </span>
            </ButtonLink>
          )}
          <CancelLink href={draft ? '/profile?tab=drafts' : '/dashboard'} />
        </HeaderBar>
      }
    >
      {user && draft && <ShareDraft key={`${user.user_id} ${draft}`} userId={user.user_id} draftId={draft} />}
      {user && !draft && <ShareForm key={user.user_id} userId={user.user_id} />}
    </Page>
  )
}

export const Route = createFileRoute('/share-spot')({
  beforeLoad: memberOnly,
  component: ShareSpotPage,
  staticData: { title: m.shell_share_spot, shell: 'rail' },
})
