import { m } from '../../i18n/messages.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { providerHost } from '../ads/index.ts'
import { AccountSection } from './account-section.tsx'
import { AdsSection } from './ads-section.tsx'
import { StoredAreasSection } from './stored-areas-section.tsx'
import { BoardSection } from './board-section.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { ExportSection } from './export-section.tsx'
import { HomeSection } from './home-town-section.tsx'
import { DeleteAccountSection } from './delete-account-section.tsx'
import { PreviewsSection } from './link-previews-section.tsx'
import { LooksSection } from './looks-section.tsx'
import { OtherScreensSection } from './other-screens-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { DigestsSection } from './digests-section.tsx'
import { FollowedAreasSection } from './followed-areas-section.tsx'
import { PushSection } from './push-section.tsx'
import { ProfileCard } from './profile-card.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ServerSection } from './server-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import { SignInWaysSection } from './sign-in-ways-section.tsx'
import styles from './settings.module.css'

const PARTS = [
  { id: 'account', label: m.settings_account },
  { id: 'ways', label: m.settings_ways },
  { id: 'passkeys', label: m.settings_passkeys },
  { id: 'two-step', label: m.settings_factors },
  { id: 'devices', label: m.settings_devices },
  { id: 'notifications', label: m.settings_notifications },
  { id: 'push', label: m.settings_push },
  { id: 'digests', label: m.settings_digests },
  { id: 'followed-areas', label: m.stewards_followed_areas },
  { id: 'look', label: m.settings_looks },
  { id: 'home', label: m.home_town_title },
  { id: 'board', label: m.settings_board },
  { id: 'areas', label: m.stored_areas_title },
  { id: 'links', label: m.settings_links },
  { id: 'ads', label: m.ads_settings },
  { id: 'blocked', label: m.settings_blocked },
  { id: 'data', label: m.settings_export },
  { id: 'tokens', label: m.settings_tokens },
  { id: 'more', label: m.settings_more },
  { id: 'leave', label: m.settings_delete },
] as const

const show = (id: string) => {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

/** The list of settings sections. On wide screens, it is beside the sections. */
export function SettingsParts() {
  const hasAds = providerHost(useServerConfig()?.ads) !== null
  return (
    <nav className={styles.parts} aria-label={m.settings_parts()}>
      <ul>
        {PARTS.filter(({ id }) => id !== 'ads' || hasAds).map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                show(id)
              }}
            >
              {label()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** All settings sections. */
export function SettingsSections({ onEdit, editId }: { onEdit: () => void; editId: string }) {
  return (
    <div className={styles.root}>
      <ProfileCard onEdit={onEdit} editId={editId} />
      <AccountSection />
      <SignInWaysSection />
      <PasskeysSection />
      <TwoStepSection />
      <SessionsSection />
      <NotificationsSection />
      <PushSection />
      <DigestsSection />
      <FollowedAreasSection />
      <LooksSection />
      <HomeSection />
      <BoardSection />
      <StoredAreasSection />
      <PreviewsSection />
      <AdsSection />
      <BlockedSection />
      <ExportSection />
      <TokensSection />
      <OtherScreensSection />
      <ServerSection />
      <DeleteAccountSection />
    </div>
  )
}
