import { createFileRoute } from '@tanstack/react-router'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { LIMITS } from '@nollie/contract/limits'
import { LegalFrame, Operator, Part } from '../../features/legal/index.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { fillText } from '../../lib/text/fill-text.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'

function StoredData() {
  return (
    <ul>
      <li>{m.legal_privacy_stored_account()}</li>
      <li>{m.legal_privacy_stored_content()}</li>
      <li>
        {m.legal_privacy_stored_sessions({
          idle: ACCOUNT_LIMITS.session_idle_days,
          longest: ACCOUNT_LIMITS.session_longest_days,
          used: ACCOUNT_LIMITS.used_device_days,
        })}
      </li>
      <li>{m.legal_privacy_stored_reports({ days: LIMITS.notice_days })}</li>
      <li>{m.legal_privacy_stored_log()}</li>
    </ul>
  )
}

function Rights() {
  return (
    <p>
      {fillText(m.legal_privacy_rights({ settings: '<settings>', link: '<link>' }), {
        '<settings>': (
          <AppLink key="settings" href="/settings#storage" className={looks.link}>
            {m.shell_settings()}
          </AppLink>
        ),
        '<link>': (
          <AppLink key="link" href="/delete-account" className={looks.link}>
            {m.legal_privacy_rights_delete()}
          </AppLink>
        ),
      })}
    </p>
  )
}

function AdsPart() {
  const ads = useServerConfig()?.ads
  if (!ads || ads.kind === 'off') return null
  return (
    <Part title={m.legal_privacy_ads_title()}>
      <p>{m.legal_privacy_ads_house({ distance: distanceText(11_000) })}</p>
      {ads.frame && <p>{m.legal_privacy_ads_provider({ host: new URL(ads.frame).host })}</p>}
    </Part>
  )
}

/** `/privacy`: explains what personal data is stored. Open to everyone. */
function PrivacyPage() {
  const config = useServerConfig()
  return (
    <LegalFrame
      title={m.legal_privacy()}
      intro={m.legal_privacy_intro()}
      other={{ href: '/terms', label: m.legal_terms() }}
    >
      <Part title={m.legal_privacy_stored_title()}>
        <StoredData />
      </Part>
      <Part title={m.legal_privacy_visibility_title()}>
        <p>{m.legal_privacy_visibility_text()}</p>
      </Part>
      <Part title={m.legal_privacy_location_title()}>
        <p>{m.legal_privacy_location_text()}</p>
      </Part>
      <Part title={m.legal_privacy_device_title()}>
        <p>{m.legal_privacy_device_text()}</p>
      </Part>
      <Part title={m.legal_privacy_third_parties_title()}>
        {config && (
          <p>{config.map_style === 'shipped' ? m.legal_privacy_map_own() : m.legal_privacy_map_external()}</p>
        )}
        <p>{m.legal_privacy_third_parties_text()}</p>
      </Part>
      <AdsPart />
      <Part title={m.legal_privacy_retention_title()}>
        <p>
          {m.legal_privacy_retention_text({
            grace: ACCOUNT_LIMITS.grace_days,
            reserved: ACCOUNT_LIMITS.reserved_username_days,
            restore: LIMITS.restore_days,
            export: LIMITS.export_days,
          })}
        </p>
      </Part>
      <Part title={m.legal_privacy_rights_title()}>
        <Rights />
      </Part>
      <Operator title={m.legal_privacy_contact_title()} />
      <p>
        <AppLink href="/notice" className={looks.link}>
          {m.reports_notice_link()}
        </AppLink>
      </p>
    </LegalFrame>
  )
}

export const Route = createFileRoute('/privacy')({
  component: PrivacyPage,
  staticData: { title: m.legal_privacy, shell: 'bare' },
})
