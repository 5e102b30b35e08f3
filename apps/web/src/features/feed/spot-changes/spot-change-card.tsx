import type { SpotStateChange } from '@nollie/contract'
import { Check, Construction, Lock, MapPinX, OctagonX } from 'lucide-react'
import { useAgo } from '../../../lib/text/ago-text.ts'
import { m } from '../../../i18n/messages.ts'
import { AppLink, Time } from '../../../ui/index.ts'
import styles from './spot-change-card.module.css'

const LOOKS = {
  open: { Sign: Check, text: m.notifications_spot_open },
  skatestopped: { Sign: OctagonX, text: m.notifications_spot_stopped },
  under_construction: { Sign: Construction, text: m.notifications_spot_construction },
  closed: { Sign: Lock, text: m.notifications_spot_closed },
  gone: { Sign: MapPinX, text: m.feed_spot_is_gone },
  unverified: { Sign: MapPinX, text: m.notifications_spot_unverified },
}

/** A spot's status change, shown between two posts and linked to the spot's page. */
export function SpotChangeCard({ change }: { change: SpotStateChange }) {
  const { spot, state, changed_at } = change
  const { Sign, text } = LOOKS[state]
  const ago = useAgo(changed_at)
  return (
    <AppLink className={styles.card} href={`/spots/${spot.id}`}>
      <span className={styles.sign} data-state={state}>
        <Sign size={22} aria-hidden="true" />
      </span>
      <span className={styles.content}>
        <b>{text({ spot: spot.name })}</b>
        <span className={styles.meta}>
          {spot.city && <bdi>{spot.city}</bdi>}
          <Time at={changed_at}>{ago}</Time>
        </span>
      </span>
    </AppLink>
  )
}
