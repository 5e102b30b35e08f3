import type { BustClock } from '@nollie/contract'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { certaintyText, hourText, shortWeekdayText, weekdayText } from './bust-text.ts'
import styles from './busts.module.css'

type Clock = Pick<BustClock, 'chances' | 'certainties'>

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = Array.from({ length: 7 }, (_, weekday) => weekday)
const WEEK = 168
/** Hours whose names stand above the strip. */
const NAMED = 6

const MOVES: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 24, ArrowUp: -24 }

const cellText = ({ chances, certainties }: Clock, at: number): string =>
  m.busts_hour({
    day: weekdayText(Math.floor(at / 24)),
    hour: hourText(at % 24),
    chance: chances[at] ?? 0,
    certainty: certaintyText(certainties[at] ?? 0),
  })

/** The hour that is read: arrows move it around the week. */
function useReadHour() {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (move === undefined) return
    event.preventDefault()
    const next = ((at ?? 0) + move + WEEK) % WEEK
    table.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }
  return { table, at, setAt, onKeyDown }
}

type CellProps = { clock: Clock; at: number; isStop: boolean; onRead: () => void }

function Cell({ clock, at, isStop, onRead }: CellProps) {
  const certainty = clock.certainties[at] ?? 0
  const style = { '--chance': `${clock.chances[at] ?? 0}%`, '--certainty': 0.35 + certainty / 154 }
  return (
    <td
      role="gridcell"
      className={styles.cell}
      data-at={at}
      tabIndex={isStop ? 0 : -1}
      onFocus={onRead}
      onPointerEnter={onRead}
      style={style as CSSProperties}
    >
      <span className="sr-only">{cellText(clock, at)}</span>
    </td>
  )
}

/** The week as a table of seven days and 24 hours; each hour is a bar that is as high as the chance of being kicked out. */
export function BustStrip({ clock }: { clock: Clock }) {
  const hint = useId()
  const { table, at, setAt, onKeyDown } = useReadHour()
  return (
    <div className={styles.strip}>
      <table
        ref={table}
        role="grid"
        aria-label={m.busts_strip()}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <td />
            {HOURS.filter((hour) => hour % NAMED === 0).map((hour) => (
              <th key={hour} scope="colgroup" colSpan={NAMED}>
                {hourText(hour)}
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
              {HOURS.map((hour) => (
                <Cell
                  key={hour}
                  clock={clock}
                  at={weekday * 24 + hour}
                  isStop={weekday * 24 + hour === (at ?? 0)}
                  onRead={() => setAt(weekday * 24 + hour)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.read} aria-hidden="true">
        {at === null ? m.busts_strip() : cellText(clock, at)}
      </p>
      <p className={styles.note} id={hint}>
        {m.busts_strip_hint()}
      </p>
    </div>
  )
}
