import { Map as MapIcon, Plus } from 'lucide-react'
import { m } from '../i18n/messages.ts'
import { Page } from '../ui/app-shell.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeaderBar } from '../ui/header-bar.tsx'

/** Stands at the address of a screen that comes later. */
export function LaterPage() {
  return (
    <Page header={<HeaderBar />}>
      <div className="pt-16">
        <EmptyState
          art="discussions"
          level={1}
          title={m.shell_later_title()}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink href="/spots" variant="primary" icon={<MapIcon aria-hidden="true" />}>
                {m.shell_open_map()}
              </ButtonLink>
              <ButtonLink href="/share-spot" icon={<Plus aria-hidden="true" />}>
                {m.shell_share_spot()}
              </ButtonLink>
            </div>
          }
        >
          {m.shell_later_text()}
        </EmptyState>
      </div>
    </Page>
  )
}
