import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { DiscussionsScreen, type FilterSearch, filterOf, searchOf } from '../../features/discussions/index.ts'
import { useSignOutQuestion } from '../../features/outbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink, Button, HeaderBar, Page } from '../../ui/index.ts'
import { useSignOut } from '../../ui/use-sign-out.ts'
import { memberOnly } from '../guards.ts'
import styles from '../community-screen.module.css'

function SignOut() {
  const { isSigningOut, leave } = useSignOut('/')
  const { ask, question } = useSignOutQuestion(() => void leave())
  return (
    <>
      <Button size="sm" className={styles.out} busy={isSigningOut && m.shell_loading()} onClick={ask}>
        {m.shell_sign_out()}
      </Button>
      {question}
    </>
  )
}

/** `/community`: all discussions, under a bar of its own (DSC-01, DSC-02). */
function CommunityPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  const filter = filterOf(useSearch({ strict: false }))
  const nav = (
    <nav className={styles.nav} aria-label={m.discussions_nav()}>
      <AppLink href="/dashboard">{m.shell_dashboard()}</AppLink>
      <AppLink href="/spots">{m.shell_spots()}</AppLink>
      <p>{m.discussions_welcome({ email: user?.email ?? '' })}</p>
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
        <DiscussionsScreen
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

export const Route = createFileRoute('/community/')({
  beforeLoad: memberOnly,
  validateSearch: (search: Record<string, unknown>): FilterSearch => searchOf(filterOf(search)),
  component: CommunityPage,
  staticData: { title: m.shell_community, shell: 'rail' },
})
