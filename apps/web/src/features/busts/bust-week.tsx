import { CERTAIN_FROM } from '@nollie/contract/busts/bust-values'
import type { BustClock } from '@nollie/contract'
import type { CSSProperties } from 'react'
import { m } from '../../i18n/messages.ts'
import { shortWeekdayText, weekdayText } from './bust-text.ts'
import styles from './busts.module.css'

const WEEKDAYS = Array.from({ length: 7 }, (_, weekday) => weekday)

type Clock = Pick<BustClock, 'chances' | 'certainties'>

/** Returns the mean chance (percent) of the day's hours that have reports; null if none do. Monday is 0. */
export function getDayMean({ chances, certainties }: Clock, weekday: number): number | null {
  const known = chances.filter(
    (_, at) => Math.floor(at / 24) === weekday && (certainties[at] ?? 0) >= CERTAIN_FROM,
  )
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length)
}

/** The chance of getting kicked out by day of the week, as seven bars. */
export function BustWeek({ clock }: { clock: Clock }) {
  return (
    <ul className={styles.week} aria-label={m.busts_week()}>
      {WEEKDAYS.map((weekday) => {
        const chance = getDayMean(clock, weekday)
        const day = weekdayText(weekday)
        return (
          <li key={weekday} style={{ '--chance': `${chance ?? 0}%` } as CSSProperties}>
            <span className={styles.bar} data-known={chance === null ? undefined : ''} aria-hidden="true" />
            <span aria-hidden="true">{shortWeekdayText(weekday)}</span>
            <span className="sr-only">
              {chance === null ? m.busts_day_unknown({ day }) : m.busts_day_chance({ day, chance })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
