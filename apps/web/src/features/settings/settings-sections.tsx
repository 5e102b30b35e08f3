import type { ComponentType } from 'react'
import { AccountSection } from './account/account-section.tsx'
import { AdsSection } from './ads-section.tsx'
import { StoredAreasSection } from './stored-areas-section.tsx'
import { BoardSection } from './board-section.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { MutedSection } from './muted-section.tsx'
import { ExportSection } from './account/export-section.tsx'
import { HomeSection } from './home-town-section.tsx'
import { DeleteAccountSection } from './account/delete-account-section.tsx'
import { PreviewsSection } from './link-previews-section.tsx'
import { LooksSection } from './looks/looks-section.tsx'
import { OtherScreensSection } from './other-screens-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { DigestsSection } from './notifications/digests-section.tsx'
import { FollowedAreasSection } from './followed-areas-section.tsx'
import { PushSection } from './notifications/push-section.tsx'
import { PasskeysSection } from './passkeys/passkeys-section.tsx'
import { ServerSection } from './server-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { TokensSection } from './access-tokens/tokens-section.tsx'
import { TwoStepSection } from './two-factor/two-step-section.tsx'
import { SignInWaysSection } from './sign-in/sign-in-ways-section.tsx'
import { type Group, GROUPS, type PartId } from './settings-groups.ts'
import styles from './settings.module.css'

const SECTIONS: Record<PartId, ComponentType> = {
  account: AccountSection,
  ways: SignInWaysSection,
  passkeys: PasskeysSection,
  'two-step': TwoStepSection,
  devices: SessionsSection,
  notifications: NotificationsSection,
  push: PushSection,
  digests: DigestsSection,
  'followed-areas': FollowedAreasSection,
  look: LooksSection,
  home: HomeSection,
  board: BoardSection,
  shortcuts: ShortcutsSection,
  links: PreviewsSection,
  ads: AdsSection,
  blocked: BlockedSection,
  muted: MutedSection,
  areas: StoredAreasSection,
  data: ExportSection,
  tokens: TokensSection,
  leave: DeleteAccountSection,
  more: OtherScreensSection,
  server: ServerSection,
}

/** The sections of one group, or of all groups if it's null. Each section loads its data when it's rendered. */
export function SettingsSections({ group }: { group: Group | null }) {
  return GROUPS.filter((one) => group === null || one === group).map(({ id, parts }) => (
    <div key={id} id={id} className={styles.sections}>
      {parts.map((part) => {
        const Content = SECTIONS[part.id]
        return <Content key={part.id} />
      })}
    </div>
  ))
}
