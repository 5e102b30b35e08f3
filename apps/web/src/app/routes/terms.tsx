import { createFileRoute } from '@tanstack/react-router'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { LegalFrame, Operator, Part } from '../../features/legal/index.ts'
import { MemberLicense } from '../../features/open-data/index.ts'
import { m } from '../../i18n/messages.ts'
import { dateFormat } from '../../lib/format.ts'
import { AppLink } from '../../ui/link.tsx'
import { looks } from '../../ui/looks.ts'

const LAST_CHANGED = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })(TERMS_VERSION)

/** `/terms`: the community rules. Open to everyone. */
function TermsPage() {
  return (
    <LegalFrame
      title={m.legal_terms()}
      intro={m.legal_terms_intro()}
      other={{ href: '/privacy', label: m.legal_privacy() }}
    >
      <Operator title={m.legal_operator_title()} />
      <Part title={m.legal_terms_account_title()}>
        <p>{m.legal_terms_account_text()}</p>
      </Part>
      <Part title={m.legal_terms_content_title()}>
        <p>{m.legal_terms_content_text()}</p>
        <MemberLicense />
      </Part>
      <Part title={m.legal_terms_rules_title()}>
        <ul>
          <li>{m.legal_terms_rules_harassment()}</li>
          <li>{m.legal_terms_rules_spam()}</li>
          <li>{m.legal_terms_rules_places()}</li>
          <li>{m.legal_terms_rules_illegal()}</li>
        </ul>
      </Part>
      <Part title={m.legal_terms_reports_title()}>
        <p>{m.legal_terms_reports_text()}</p>
        <p>
          <AppLink className={looks.link} href="/notice">
            {m.reports_notice_link()}
          </AppLink>
        </p>
      </Part>
      <Part title={m.legal_terms_risk_title()}>
        <p>{m.legal_terms_risk_text()}</p>
      </Part>
      <Part title={m.legal_terms_end_title()}>
        <p>{m.legal_terms_end_text({ days: ACCOUNT_LIMITS.grace_days })}</p>
        <p>{m.legal_terms_updated({ day: LAST_CHANGED })}</p>
      </Part>
    </LegalFrame>
  )
}

export const Route = createFileRoute('/terms')({
  component: TermsPage,
  staticData: { title: m.legal_terms, shell: 'bare' },
})
