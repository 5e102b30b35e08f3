import { CalendarPlus, Copy, X } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Chip } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { Select } from '../../ui/forms/select.tsx'
import { factName } from './fact-text.ts'
import { monthText, seasonText, weekdayText } from './hours-text.ts'
import {
  toOpeningForm,
  type OpeningForm,
  type OpeningLine,
  type OpeningRow,
  toOpeningValue,
} from './opening-rows.ts'
import styles from './facts.module.css'

const ALWAYS = '24/7'
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month))
/** The maximum number of seasons. More seasons are unnecessary and would make the text too long. */
const SEASONS_MAX = 3
const APRIL = 3
const SEPTEMBER = 8

type RowProps = { day: number; row: OpeningRow; onChange: (row: OpeningRow) => void }

function DayRow({ day, row, onChange }: RowProps) {
  const name = weekdayText(day)
  return (
    <div className={styles.openingDay}>
      <span>{name}</span>
      <div className={styles.openingTimes}>
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
    </div>
  )
}

type WeekProps = { rows: readonly OpeningRow[]; onChange: (rows: readonly OpeningRow[]) => void }

function Week({ rows, onChange }: WeekProps) {
  const [monday] = rows
  return (
    <>
      {rows.map((row, day) => (
        <DayRow
          key={weekdayText(day)}
          day={day}
          row={row}
          onChange={(next) => onChange(rows.map((one, at) => (at === day ? next : one)))}
        />
      ))}
      <Button
        size="sm"
        variant="line"
        icon={<Copy aria-hidden="true" />}
        disabled={!monday?.from || !monday.to}
        onClick={() => monday && onChange(rows.map(() => monday))}
      >
        {m.facts_hours_copy({ day: weekdayText(0) })}
      </Button>
    </>
  )
}

type SeasonProps = { season: OpeningLine; onChange: (season: OpeningLine) => void; onRemove: () => void }

function Season({ season, onChange, onRemove }: SeasonProps) {
  const { first, last, rows } = season
  const month = (label: string, value: number, put: (month: number) => void) => (
    <Select
      label={label}
      values={MONTHS}
      toText={(one) => monthText(Number(one))}
      value={String(value)}
      onChoose={(one) => one !== null && put(Number(one))}
    />
  )
  return (
    <div className={styles.season} role="group" aria-label={seasonText({ first, last })}>
      <div className={styles.seasonMonths}>
        {month(m.facts_season_first(), first, (next) => onChange({ ...season, first: next }))}
        {month(m.facts_season_last(), last, (next) => onChange({ ...season, last: next }))}
      </div>
      <Week rows={rows} onChange={(next) => onChange({ ...season, rows: next })} />
      <Button size="sm" variant="quiet" icon={<X aria-hidden="true" />} onClick={onRemove}>
        {m.facts_season_remove()}
      </Button>
    </div>
  )
}

type ByDayProps = { form: OpeningForm; onChange: (form: OpeningForm) => void }

function ByDay({ form, onChange }: ByDayProps) {
  const { rows, seasons } = form
  const put = (next: OpeningLine[]) => onChange({ rows, seasons: next })
  return (
    <>
      <Week rows={rows} onChange={(next) => onChange({ rows: next, seasons })} />
      {seasons.map((season, index) => (
        <Season
          // biome-ignore lint/suspicious/noArrayIndexKey: a season has no id, and seasons are never reordered
          key={index}
          season={season}
          onChange={(next) => put(seasons.map((one, at) => (at === index ? next : one)))}
          onRemove={() => put(seasons.filter((_, at) => at !== index))}
        />
      ))}
      {seasons.length < SEASONS_MAX && (
        <Button
          size="sm"
          variant="line"
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() => put([...seasons, { first: APRIL, last: SEPTEMBER, rows }])}
        >
          {m.facts_season_add()}
        </Button>
      )}
      <p className={looks.fieldHint}>{m.facts_hours_hint()}</p>
    </>
  )
}

type Props = { value: string | null; onChange: (value: string | null) => void }

/** Fields for a spot's opening hours: always open, or hours per weekday that may differ by season. */
export function OpeningField({ value, onChange }: Props) {
  const id = useId()
  const [form, setForm] = useState(() => toOpeningForm(value === ALWAYS ? null : value))
  const [isByDay, setByDay] = useState(value !== null && value !== ALWAYS)
  const put = (next: OpeningForm) => {
    setForm(next)
    onChange(toOpeningValue(next))
  }
  const toggleAlways = () => {
    setByDay(false)
    onChange(value === ALWAYS ? null : ALWAYS)
  }
  const toggleDays = () => {
    setByDay(!isByDay)
    onChange(isByDay ? null : toOpeningValue(form))
  }
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
      {isByDay && <ByDay form={form} onChange={put} />}
    </div>
  )
}
