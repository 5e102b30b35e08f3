import { Map as MapIcon, Plus } from 'lucide-react'
import { AccountButton } from '../features/accounts/account-button.tsx'
import { m } from '../i18n/messages.ts'
import { nameOf } from '../lib/names.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/app-shell.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeaderBar } from '../ui/header-bar.tsx'

/** Where people land after sign-in. The feed takes this place; until then it says so and offers what works. */
export function DashboardPage() {
  const { user } = useSession()
  return (
    <Page
      header={
        <HeaderBar>
          <AccountButton />
        </HeaderBar>
      }
    >
      <section className="card px-4 pt-8 pb-10">
        <p className="mb-6 text-center font-strong text-ink-2">
          {m.shell_dashboard_hello({ name: nameOf(user) })}
        </p>
        <EmptyState
          art="feed"
          level={1}
          title={m.shell_dashboard_title()}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink href="/share-spot" variant="primary" icon={<Plus aria-hidden="true" />}>
                {m.shell_share_spot()}
              </ButtonLink>
              <ButtonLink href="/spots" icon={<MapIcon aria-hidden="true" />}>
                {m.shell_open_map()}
              </ButtonLink>
            </div>
          }
        >
          {m.shell_dashboard_text()}
        </EmptyState>
      </section>
    </Page>
  )
}
