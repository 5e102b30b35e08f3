import { createFileRoute } from '@tanstack/react-router'
import { MailedQuestion, useMailedToken } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { memberOnly } from '../guards.ts'

/** `/admin/first`: makes the operator the first admin, through the link that the server prints when it starts. */
function FirstAdminPage() {
  const token = useMailedToken()
  const { user } = useSession()
  return (
    <MailedQuestion
      title={m.moderation_first_admin_title()}
      text={m.moderation_first_admin_text({ name: user?.username ?? '' })}
      submit={m.moderation_first_admin_submit()}
      failed={m.moderation_first_admin_failed()}
      send={async () => {
        await call('POST /api/moderation/first-admin', { body: { token: token ?? '' } })
        await session.refresh()
      }}
      isEmpty={token === null}
      incomplete={m.moderation_first_admin_invalid_text({ email: 'EMAIL' })}
      done={{
        title: m.moderation_first_admin_done_title(),
        text: m.moderation_first_admin_done_text(),
        next: (
          <ButtonLink href="/admin/skateparks" variant="primary" size="lg" wide>
            {m.imports_osm_title()}
          </ButtonLink>
        ),
      }}
      refused={{
        text: m.moderation_first_admin_invalid_text({ email: user?.email ?? '' }),
        next: (
          <ButtonLink href="/dashboard" variant="primary" size="lg" wide>
            {m.shell_not_found_link()}
          </ButtonLink>
        ),
      }}
    />
  )
}

export const Route = createFileRoute('/admin/first')({
  beforeLoad: memberOnly,
  component: FirstAdminPage,
  staticData: { title: m.moderation_first_admin_title, shell: 'bare' },
})
