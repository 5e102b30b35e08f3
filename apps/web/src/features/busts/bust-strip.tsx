import { CERTAIN_FROM } from '@nollie/contract/busts/bust-values'
import type { BustClock } from '@nollie/contract'
import { type CSSProperties, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { clockIn } from '../../lib/format.ts'
import { hourOfWeek } from './bust-form.ts'
import { certaintyText, hourText, shortWeekdayText, weekdayText } from './bust-text.ts'
import styles from './busts.module.css'

type Clock = Pick<BustClock, 'chances' | 'certainties'>

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = Array.from({ length: 7 }, (_, weekday) => weekday)
const LAST = 167
/** The number of hours between the strip's labels. */
const NAMED = 6

function isKnown({ certainties }: Clock, at: number): boolean {
  return (certainties[at] ?? 0) >= CERTAIN_FROM
}

function cellText(clock: Clock, at: number): string {
  const names = { day: weekdayText(Math.floor(at / 24)), hour: hourText(at % 24) }
  if (!isKnown(clock, at)) return m.busts_hour_unknown(names)
  return m.busts_hour({
    ...names,
    chance: clock.chances[at] ?? 0,
    certainty: certaintyText(clock.certainties[at] ?? 0),
  })
}

type CellProps = { clock: Clock; at: number; isRead: boolean; onRead: () => void }

function Cell({ clock, at, isRead, onRead }: CellProps) {
  const certainty = clock.certainties[at] ?? 0
  const chance = `${clock.chances[at] ?? 0}%`
  const style = isKnown(clock, at) ? { '--chance': chance, '--certainty': 0.35 + certainty / 154 } : undefined
  return (
    <td
      className={styles.cell}
      data-read={isRead ? '' : undefined}
      onPointerEnter={onRead}
      style={style as CSSProperties}
    >
      <span className="sr-only">{cellText(clock, at)}</span>
    </td>
  )
}

type TableProps = { clock: Clock; read: number; onRead: (at: number) => void }

/**
 * A table of seven days with 24 hours each. A taller bar means a higher chance of getting kicked out in that hour.
 * Hours without reports have no bar.
 */
function Week({ clock, read, onRead }: TableProps) {
  return (
    <table aria-label={m.busts_strip()}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{m.busts_day()}</span>
          </th>
          {HOURS.filter((hour) => hour % NAMED === 0).map((hour) => (
            <th key={hour} scope="colgroup" colSpan={NAMED}>
              {/* Replaces non-breaking spaces before AM or PM, so that large text can wrap onto two lines. */}
              {hourText(hour).replaceAll('\u202f', ' ')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">
              <abbr title={weekdayText(weekday)}>{shortWeekdayText(weekday)}</abbr>
            </th>
            {HOURS.map((hour) => {
              const at = weekday * 24 + hour
              return <Cell key={hour} clock={clock} at={at} isRead={at === read} onRead={() => onRead(at)} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The week as a table, with a slider for reading individual hours by keyboard, touch, or screen reader. It starts at
 * the spot's current hour.
 */
export function BustStrip({ clock }: { clock: Clock & Pick<BustClock, 'time_zone'> }) {
  const hint = useId()
  const [read, setRead] = useState(() => hourOfWeek(clockIn(clock.time_zone, new Date())))
  const text = cellText(clock, read)
  return (
    <div className={styles.strip}>
      <Week clock={clock} read={read} onRead={setRead} />
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={LAST}
        value={read}
        aria-label={m.busts_strip()}
        aria-valuetext={text}
        aria-describedby={hint}
        onChange={(event) => setRead(Number(event.target.value))}
      />
      <p className={styles.read} aria-hidden="true">
        {text}
      </p>
      <p className={styles.note} id={hint}>
        {m.busts_strip_hint()}
      </p>
    </div>
  )
}
