import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { knownZone } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import type { LocatedSpot } from './condition-line.tsx'
import { conditionsQuery } from './condition-requests.ts'
import { localTimeText, timesIn } from './condition-text.ts'
import { type Light, lightAt, type Span } from './light.ts'
import styles from './conditions.module.css'

function nowText({ state }: Light): string {
  if (state === 'sun') return m.conditions_sun_now()
  return state === 'twilight' ? m.conditions_twilight_now() : m.conditions_dark_now()
}

const ALWAYS = { up: m.conditions_no_sunset, down: m.conditions_no_sunrise }

type RowProps = { title: string; spans: readonly Span[]; time: (at: Date) => string }

function Row({ title, spans, time }: RowProps) {
  if (spans.length === 0) return null
  return (
    <div>
      <dt>{title}</dt>
      {spans.map(({ from, to }) => (
        <dd key={from.getTime()}>{m.conditions_span({ from: time(from), to: time(to) })}</dd>
      ))}
    </div>
  )
}

/** A spot's sunlight throughout the day, in its time zone. */
export function LightSection({ spot }: { spot: LocatedSpot }) {
  const { data } = useQuery(conditionsQuery(spot.id))
  const now = useNow()
  const light = lightAt(spot, now)
  const time_zone = knownZone(spot.time_zone) ?? knownZone(data?.time_zone)
  const time = timesIn(time_zone)
  const localTime = localTimeText(time_zone, now)
  return (
    <section className={styles.light} aria-labelledby="light">
      <h2 id="light" className={styles.title}>
        {m.conditions_light_title()}
      </h2>
      {localTime && <p className={styles.note}>{localTime}</p>}
      <p>{nowText(light)}</p>
      {light.always && <p>{ALWAYS[light.always]()}</p>}
      <dl className={styles.times}>
        <Row title={m.conditions_daylight()} spans={light.daylight ? [light.daylight] : []} time={time} />
        <Row title={m.conditions_sun()} spans={light.sun ? [light.sun] : []} time={time} />
        <Row title={m.conditions_golden()} spans={light.golden} time={time} />
      </dl>
      <p className={styles.note}>{m.conditions_horizon_note()}</p>
    </section>
  )
}
