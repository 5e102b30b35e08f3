import { createFileRoute } from '@tanstack/react-router'
import { MailedQuestion, useMailedToken } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { ButtonLink } from '../../ui/button.tsx'

/**
 * `/unsubscribe`: unsubscribes from the weekly email through the link in it. Unsubscribe buttons in email apps don't
 * open this page.
 */
function UnsubscribePage() {
  const token = useMailedToken()
  const toSettings = (
    <ButtonLink href="/settings#digests" variant="primary" size="lg" wide>
      {m.settings_unsubscribe_to_settings()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.settings_unsubscribe_title()}
      text={m.settings_unsubscribe_text()}
      submit={m.settings_unsubscribe_submit()}
      failed={m.settings_unsubscribe_failed()}
      send={() => call('POST /api/digests/end-digest', { body: { token: token ?? '' } })}
      isEmpty={token === null}
      done={{
        title: m.settings_unsubscribe_done_title(),
        text: m.settings_unsubscribe_done_text(),
        next: toSettings,
      }}
      refused={{ text: m.settings_unsubscribe_invalid_text(), next: toSettings }}
    />
  )
}

export const Route = createFileRoute('/unsubscribe')({
  component: UnsubscribePage,
  staticData: { title: m.settings_unsubscribe_title, shell: 'bare' },
})
