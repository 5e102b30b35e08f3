import type { Spot } from '@nollie/contract'
import { Eye } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/use-session.ts'
import styles from './spot-facts.module.css'

type Props = { spot: Pick<Spot, 'audience' | 'created_by' | 'creator' | 'crew'> }

function textOf({ audience, creator, crew }: Props['spot'], isOwn: boolean): string {
  if (audience === 'mutuals')
    return isOwn || !creator
      ? m.audiences_seen_mutuals()
      : m.audiences_seen_mutuals_of({ name: nameOf(creator) })
  if (crew) return m.audiences_seen_crew({ crew: crew.name })
  if (audience === 'members') return m.audiences_seen_members()
  return m.audiences_seen_only_me()
}

/** A plain line that says who sees a spot; loaded after its page. */
export function AudienceOfSpot({ spot }: Props) {
  const { user } = useSession()
  return (
    <p className={styles.address}>
      <Eye size={18} aria-hidden="true" />
      <span>{textOf(spot, user?.user_id === spot.created_by)}</span>
    </p>
  )
}
