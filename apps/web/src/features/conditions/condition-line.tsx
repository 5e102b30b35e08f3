import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, Moon, Sun } from 'lucide-react'
import { knownZone } from '../../lib/format.ts'
import { useLiveSpotList } from '../../lib/places/use-live-spot-list.ts'
import { useNow } from '../../lib/use-now.ts'
import { conditionsQuery } from './condition-requests.ts'
import { conditionText, decideSkateable, localTimeText } from './condition-text.ts'
import { lightAt } from './light.ts'
import styles from './conditions.module.css'

/** The spot fields that conditions need. Spots stored by older versions have no time zone. */
export type LocatedSpot = { id: string; latitude: number; longitude: number; time_zone?: string }

/** Shows whether a spot is skateable now, and why. If offline, only daylight is considered. */
export function ConditionLine({ spot }: { spot: LocatedSpot }) {
  const { data, isPending, fetchStatus } = useQuery(conditionsQuery(spot.id))
  useLiveSpotList(conditionsQuery(spot.id).queryKey, [spot])
  const now = useNow()
  if (isPending && fetchStatus === 'fetching') return null
  const light = lightAt(spot, now)
  const time_zone = knownZone(spot.time_zone) ?? knownZone(data?.time_zone)
  const localTime = localTimeText(time_zone, now)
  const verdict = data ? decideSkateable(data, light) : 'unknown'
  const Sign = { yes: CircleCheck, no: CircleMinus, unknown: light.state === 'dark' ? Moon : Sun }[verdict]
  return (
    <p className={styles.line} data-on={verdict === 'yes' ? '' : undefined}>
      <Sign size={18} aria-hidden="true" />
      <span>
        {conditionText(data, light, time_zone)}
        {localTime && <small className={styles.local}>{localTime}</small>}
      </span>
    </p>
  )
}
