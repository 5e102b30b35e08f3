import type { Spot } from '@nollie/contract'
import type { ExactAudience } from '@nollie/contract/audiences/audience-table'
import { CalendarClock, Crosshair, Eye } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { dayText } from '../../../lib/format.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { useSession } from '../../../lib/use-session.ts'
import { audienceLabel, precisionLabel, shownText } from '../form/audience-text.ts'
import styles from './spot-about.module.css'

type Seen = Pick<
  Spot,
  | 'audience'
  | 'created_by'
  | 'creator'
  | 'crew'
  | 'precision'
  | 'is_exact'
  | 'exact_for'
  | 'opens_at'
  | 'opens_to'
>

function audienceLine({ audience, creator, crew }: Seen, isOwn: boolean): string | null {
  if (!audience || audience === 'everybody') return null
  if (audience === 'mutuals')
    return isOwn || !creator
      ? m.audiences_visible_to_own_mutuals()
      : m.audiences_visible_to_mutuals({ name: getName(creator) })
  if (audience === 'crew' && crew) return m.audiences_visible_to_crew({ crew: crew.name })
  if (audience === 'members') return m.audiences_visible_to_members()
  return m.audiences_visible_to_only_me()
}

const EXACT: Record<Exclude<ExactAudience, 'crew'>, (inputs: { precision: string }) => string> = {
  members: m.audiences_exact_for_members,
  mutuals: m.audiences_exact_for_mutuals,
  only_me: m.audiences_exact_for_only_me,
}

function precisionLine({ precision, is_exact, exact_for, crew }: Seen): string | null {
  if (!precision || precision === 'exact') return null
  if (!is_exact || !exact_for) return shownText(precision)
  const to = { precision: precisionLabel(precision) }
  if (exact_for !== 'crew') return EXACT[exact_for](to)
  return m.audiences_exact_for_crew({ ...to, crew: crew?.name ?? m.audiences_crew() })
}

function opensLine({ opens_at, opens_to, crew }: Seen): string | null {
  if (!opens_at) return null
  const audience = opens_to === 'crew' && crew ? crew.name : audienceLabel(opens_to ?? 'everybody')
  return m.audiences_publish_scheduled({ day: dayText(opens_at), audience })
}

/** Shows who can see a spot, how precisely, and from what date. Loads after the spot's page. */
export function AudienceOfSpot({ spot }: { spot: Seen }) {
  const { user } = useSession()
  const lines = [
    [Eye, audienceLine(spot, user?.user_id === spot.created_by)],
    [Crosshair, precisionLine(spot)],
    [CalendarClock, opensLine(spot)],
  ] as const
  return lines.map(([Icon, text], n) =>
    text === null ? null : (
      <p className={styles.address} key={n}>
        <Icon size={18} aria-hidden="true" />
        <span>{text}</span>
      </p>
    ),
  )
}
