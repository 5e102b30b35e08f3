import {
  Bell,
  Ellipsis,
  HardDriveDownload,
  Lock,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react'
import { m } from '../../i18n/messages.ts'

type Shape = {
  /** The group's anchor in the URL. */
  id: string
  label: () => string
  /** A line that describes the group's sections. */
  text: () => string
  Icon: LucideIcon
  parts: readonly { id: string; label: () => string }[]
}

const ALL = [
  {
    id: 'security',
    label: m.settings_group_security,
    text: m.settings_group_security_text,
    Icon: ShieldCheck,
    parts: [
      { id: 'account', label: m.settings_account },
      { id: 'ways', label: m.settings_methods },
      { id: 'passkeys', label: m.settings_passkeys },
      { id: 'two-step', label: m.settings_factors },
      { id: 'devices', label: m.settings_devices },
    ],
  },
  {
    id: 'alerts',
    label: m.settings_group_alerts,
    text: m.settings_group_alerts_text,
    Icon: Bell,
    parts: [
      { id: 'notifications', label: m.settings_notifications },
      { id: 'push', label: m.settings_push },
      { id: 'digests', label: m.settings_digests },
      { id: 'followed-areas', label: m.stewards_followed_areas },
    ],
  },
  {
    id: 'preferences',
    label: m.settings_group_preferences,
    text: m.settings_group_preferences_text,
    Icon: SlidersHorizontal,
    parts: [
      { id: 'look', label: m.settings_appearance },
      { id: 'home', label: m.home_town_title },
      { id: 'board', label: m.settings_board },
      { id: 'shortcuts', label: m.shortcuts_title },
    ],
  },
  {
    id: 'privacy',
    label: m.settings_group_privacy,
    text: m.settings_group_privacy_text,
    Icon: Lock,
    parts: [
      { id: 'links', label: m.settings_links },
      { id: 'ads', label: m.ads_title },
      { id: 'blocked', label: m.settings_blocked },
      { id: 'muted', label: m.mutes_list },
    ],
  },
  {
    id: 'storage',
    label: m.settings_group_storage,
    text: m.settings_group_storage_text,
    Icon: HardDriveDownload,
    parts: [
      { id: 'areas', label: m.stored_areas_title },
      { id: 'data', label: m.settings_export },
      { id: 'tokens', label: m.settings_tokens },
      { id: 'leave', label: m.settings_delete },
    ],
  },
  {
    id: 'other',
    label: m.settings_more,
    text: m.settings_group_other_text,
    Icon: Ellipsis,
    parts: [
      { id: 'more', label: m.settings_pages },
      { id: 'server', label: m.settings_server },
    ],
  },
] as const satisfies readonly Shape[]

/** A section's anchor in the URL. Emails and notifications link to it. */
export type PartId = (typeof ALL)[number]['parts'][number]['id']

/** A group of settings sections. Phones show one group at a time. */
export type Group = Omit<Shape, 'parts'> & { parts: readonly { id: PartId; label: () => string }[] }

/** All groups, in the order in which screens show them. */
export const GROUPS: readonly Group[] = ALL

/** Returns the group with this anchor, or the group whose section has it. Returns null if there is none. */
export function findGroup(anchor: string): Group | null {
  return GROUPS.find(({ id, parts }) => id === anchor || parts.some((part) => part.id === anchor)) ?? null
}
