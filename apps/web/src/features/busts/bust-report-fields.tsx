import { BUST_OUTCOMES, BUSTED_BY, BUSTED_HOW } from '@nollie/contract/busts/bust-values'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { Select } from '../../ui/forms/select.tsx'
import { type BustValues, firstDay } from './bust-form.ts'
import { BY_TEXTS, hourText, HOW_TEXTS, OUTCOME_TEXTS } from './bust-text.ts'
import styles from './busts.module.css'

type ChoiceProps<T extends string> = {
  title: string
  name: string
  values: readonly T[]
  texts: Record<T, () => string>
  value: T | null
  error?: string | undefined
  onChoose: (value: T) => void
  /** Called when the person skips an optional question. */
  onNone?: () => void
}

function Choice<T extends string>(props: ChoiceProps<T>) {
  const { title, name, values, texts, value, error, onChoose, onNone } = props
  const id = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={error ? id : undefined}>
      <legend className={looks.fieldLabel}>{title}</legend>
      <div className={styles.options}>
        {values.map((one) => (
          <label key={one} className={styles.option}>
            <input type="radio" name={name} checked={value === one} onChange={() => onChoose(one)} />
            {texts[one]()}
          </label>
        ))}
        {onNone && (
          <label className={styles.option}>
            <input type="radio" name={name} checked={value === null} onChange={onNone} />
            {m.busts_no_answer()}
          </label>
        )}
      </div>
      {error && (
        <p className={looks.fieldError} id={id} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

function HourField({ hour, onChange }: { hour: number; onChange: (hour: number) => void }) {
  return (
    <Select
      label={m.busts_hour_label()}
      name="hour"
      values={HOURS}
      toText={(one) => hourText(Number(one))}
      value={String(hour)}
      onChoose={(one) => onChange(Number(one))}
    />
  )
}

type Props = {
  values: BustValues
  /** Today's date at the spot. */
  today: string
  errors: Readonly<Partial<Record<string, string>>>
  change: (change: Partial<BustValues>) => void
}

/** Fields for how a session ended, who ended it, and when. */
export function BustReportFields({ values, today, errors, change }: Props) {
  return (
    <>
      <Choice
        {...{ title: m.busts_outcome(), name: 'outcome', values: BUST_OUTCOMES, texts: OUTCOME_TEXTS }}
        value={values.outcome}
        error={errors.outcome}
        onChoose={(outcome) => change({ outcome })}
      />
      {values.outcome === 'kicked_out' && (
        <>
          <Choice
            {...{ title: m.busts_by(), name: 'by_whom', values: BUSTED_BY, texts: BY_TEXTS }}
            value={values.by_whom}
            onChoose={(by_whom) => change({ by_whom })}
            onNone={() => change({ by_whom: null })}
          />
          <Choice
            {...{ title: m.busts_how(), name: 'how', values: BUSTED_HOW, texts: HOW_TEXTS }}
            value={values.how}
            onChoose={(how) => change({ how })}
            onNone={() => change({ how: null })}
          />
        </>
      )}
      <Field
        label={m.busts_day()}
        type="date"
        name="day"
        value={values.day}
        min={firstDay(today)}
        max={today}
        error={errors.day}
        onChange={(event) => change({ day: event.target.value })}
      />
      <HourField hour={values.hour} onChange={(hour) => change({ hour })} />
    </>
  )
}
