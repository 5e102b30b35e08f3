import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Community, filterOf, searchOf } from '../features/community/index.ts'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { signOut, useSession } from '../lib/session.ts'
import { AppLink, Button, HeaderBar, Page, toast } from '../ui/index.ts'

function SignOut() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      go('/')
    } catch {
      toast({ kind: 'error', title: m.shell_sign_out_failed_title(), description: m.shell_sign_out_failed() })
      setBusy(false)
    }
  }
  return (
    <Button size="sm" className="community-out" busy={busy && m.shell_loading()} onClick={() => void leave()}>
      {m.shell_sign_out()}
    </Button>
  )
}

/** `/community`: all discussions, under a bar of its own (DSC-01, DSC-02). */
export function CommunityPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  const filter = filterOf(useSearch({ strict: false }))
  const nav = (
    <nav className="community-nav" aria-label={m.community_nav()}>
      <AppLink href="/dashboard">{m.shell_dashboard()}</AppLink>
      <AppLink href="/spots">{m.shell_spots()}</AppLink>
      <p>{m.community_welcome({ email: user?.email ?? '' })}</p>
    </nav>
  )
  return (
    <Page
      header={
        <HeaderBar below={nav}>
          <SignOut />
        </HeaderBar>
      }
    >
      {user && (
        <Community
          key={user.user_id}
          owner={user.user_id}
          filter={filter}
          onFilter={(next) =>
            void navigate({ to: '/community', search: searchOf(next), replace: true, resetScroll: false })
          }
        />
      )}
    </Page>
  )
}
