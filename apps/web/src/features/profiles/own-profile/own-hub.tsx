import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { badgeCount } from '../../../ui/badge-count.ts'
import { Button, Sheet, useWide } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import { useOpenItem } from '../../lightbox/index.ts'
import { useUnread } from '../../messages/index.ts'
import { openCasesQuery } from '../../moderation/index.ts'
import { useBell } from '../../notifications/index.ts'
import { HubRows } from './hub-rows.tsx'
import { sharePerson } from '../share-person.ts'
import styles from './own-hub.module.css'

/**
 * The button on the viewer's own page that opens the hub: everything that isn't in the main navigation (G-18), with the
 * number of new items. Admins also see the number of open cases.
 */
export function OwnHub({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  const afterwards = useRef<(() => void) | null>(null)
  const bell = useBell(useOpenItem())
  const { unread } = useUnread()
  const { data: cases = 0 } = useQuery({ ...openCasesQuery, enabled: profile.is_admin })
  // The rail already has a link to messages with their count.
  const isWide = useWide()
  const messages = isWide ? null : unread
  const count = bell.unread + cases + (messages ?? 0)
  const close = () => setOpen(false)
  const runAfterwards = () => {
    afterwards.current?.()
    afterwards.current = null
  }
  return (
    <>
      <Button
        variant="glass"
        size="sm"
        className={styles.open}
        icon={<Menu aria-hidden="true" />}
        aria-label={count > 0 ? m.profiles_more_some({ count: badgeCount(count) }) : m.profiles_more()}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {m.profiles_more()}
        {count > 0 && (
          <span className={looks.countBadge} aria-hidden="true">
            {badgeCount(count)}
          </span>
        )}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} onClosed={runAfterwards} title={m.profiles_more()}>
        <HubRows
          messages={messages}
          notifications={{ count: bell.unread, label: bell.label, preload: bell.preload }}
          cases={profile.is_admin ? cases : null}
          onLeave={close}
          onNotifications={() => {
            afterwards.current = bell.show
            close()
          }}
          onShare={() => {
            void sharePerson(profile)
            close()
          }}
        />
      </Sheet>
      {bell.dialog}
    </>
  )
}
