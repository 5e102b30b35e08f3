import type { Spot } from '@nollie/contract'
import { Globe, Lock, Users } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/use-session.ts'
import styles from './audiences.module.css'

const ICONS = { everybody: Globe, members: Users, mutuals: Users, only_me: Lock }

type Props = { spot: Pick<Spot, 'audience' | 'created_by' | 'creator'> }

function textOf({ audience, creator }: Props['spot'], isOwn: boolean): string {
  if (audience === 'mutuals')
    return isOwn || !creator
      ? m.audiences_seen_mutuals()
      : m.audiences_seen_mutuals_of({ name: nameOf(creator) })
  if (audience === 'members') return m.audiences_seen_members()
  return audience === 'only_me' ? m.audiences_seen_only_me() : m.audiences_seen_everybody()
}

/** A plain line that says who sees a spot. */
export function AudienceLine({ spot }: Props) {
  const { user } = useSession()
  const Icon = ICONS[spot.audience]
  return (
    <p className={styles.line}>
      <Icon size={18} aria-hidden="true" />
      <span>{textOf(spot, user?.user_id === spot.created_by)}</span>
    </p>
  )
}
