import { m } from '../../i18n/messages.ts'
import { AccountSection } from './account-section.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { ExportSection } from './export-section.tsx'
import { HomeSection } from './home-section.tsx'
import { DeleteAccountSection } from './delete-account-section.tsx'
import { LinksSection } from './links-section.tsx'
import { LooksSection } from './looks-section.tsx'
import { MoreSection } from './more-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsSection } from './sessions-section.tsx'

const PARTS = [
  { id: 'account', word: m.settings_account },
  { id: 'devices', word: m.settings_devices },
  { id: 'notifications', word: m.settings_notifications },
  { id: 'look', word: m.settings_looks },
  { id: 'home', word: m.location_home },
  { id: 'links', word: m.settings_links },
  { id: 'blocked', word: m.settings_blocked },
  { id: 'data', word: m.settings_export },
  { id: 'more', word: m.settings_more },
  { id: 'leave', word: m.settings_delete },
] as const

const show = (id: string) => {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

/** The parts of the settings as a list beside them on wide screens. */
export function SettingsParts() {
  return (
    <nav className="settings-parts" aria-label={m.settings_parts()}>
      <ul>
        {PARTS.map(({ id, word: label }) => (
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

/** Everything a person decides about their account, one part under the other. */
export function Settings({ onEdit, editId }: { onEdit: () => void; editId: string }) {
  return (
    <div className="settings">
      <ProfileCard onEdit={onEdit} editId={editId} />
      <AccountSection />
      <SessionsSection />
      <NotificationsSection />
      <LooksSection />
      <HomeSection />
      <LinksSection />
      <BlockedSection />
      <ExportSection />
      <MoreSection />
      <DeleteAccountSection />
    </div>
  )
}
