import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Chip } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { factName } from './fact-text.ts'
import { weekdayText } from './hours-text.ts'
import { type OpeningRow, rowsOf, valueOfRows } from './opening-rows.ts'
import styles from './facts.module.css'

const ALWAYS = '24/7'

type RowProps = { day: number; row: OpeningRow; onChange: (row: OpeningRow) => void }

function DayRow({ day, row, onChange }: RowProps) {
  const name = weekdayText(day)
  return (
    <div className={styles.openingDay}>
      <span>{name}</span>
      <input
        type="time"
        aria-label={m.facts_hours_from({ day: name })}
        value={row.from}
        onChange={({ target }) => onChange({ ...row, from: target.value })}
      />
      <input
        type="time"
        aria-label={m.facts_hours_to({ day: name })}
        value={row.to}
        onChange={({ target }) => onChange({ ...row, to: target.value })}
      />
    </div>
  )
}

type Props = { value: string | null; onChange: (value: string | null) => void }

/** When a spot is open: always, or from when to when on each weekday. */
export function OpeningField({ value, onChange }: Props) {
  const id = useId()
  const [rows, setRows] = useState(() => rowsOf(value === ALWAYS ? null : value))
  const [isByDay, setByDay] = useState(value !== null && value !== ALWAYS)
  const put = (next: OpeningRow[]) => {
    setRows(next)
    onChange(valueOfRows(next))
  }
  const toggleAlways = () => {
    setByDay(false)
    onChange(value === ALWAYS ? null : ALWAYS)
  }
  const toggleDays = () => {
    setByDay(!isByDay)
    onChange(isByDay ? null : valueOfRows(rows))
  }
  const [monday] = rows
  return (
    <div className={looks.field} role="group" aria-labelledby={id}>
      <span className={looks.fieldLabel} id={id}>
        {factName('opening_hours')}
      </span>
      <div className={styles.chips}>
        <Chip pressed={!isByDay && value === ALWAYS} onClick={toggleAlways}>
          {m.facts_hours_always()}
        </Chip>
        <Chip pressed={isByDay} onClick={toggleDays}>
          {m.facts_hours_by_day()}
        </Chip>
      </div>
      {isByDay && (
        <>
          {rows.map((row, day) => (
            <DayRow
              key={weekdayText(day)}
              day={day}
              row={row}
              onChange={(next) => put(rows.map((one, at) => (at === day ? next : one)))}
            />
          ))}
          <Button
            size="sm"
            variant="line"
            icon={<Copy aria-hidden="true" />}
            disabled={!monday?.from || !monday.to}
            onClick={() => monday && put(rows.map(() => monday))}
          >
            {m.facts_hours_copy({ day: weekdayText(0) })}
          </Button>
          <p className={looks.fieldHint}>{m.facts_hours_hint()}</p>
        </>
      )}
    </div>
  )
}
