import { AUDIENCES, EXACT_AUDIENCES, isWithin, PRECISIONS } from '@nollie/contract/audiences/audience-table'
import { LIMITS } from '@nollie/contract/limits'
import { type ReactNode, Suspense, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip, Field } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { CrewChoice } from '../crews/index.ts'
import { audienceLabel, audienceText, precisionLabel, precisionText } from './audience-text.ts'
import { toDay, hasExactAudience, type Secrecy } from './secrecy.ts'
import type { ChosenSecrecy } from './spot-form.ts'
import styles from './spot-dialogs.module.css'

type ChoiceProps<T> = {
  title: string
  values: readonly T[]
  value: T
  label: (value: T) => string
  /** Explains the selected option. */
  text: string
  onChoose: (value: T) => void
  /** More fields for the selected option. */
  children?: ReactNode
}

/** A choice of a few options, with a sentence that explains the selected one. */
function Choice<T extends string>(props: ChoiceProps<T>) {
  const { title, values, value, label, text, onChoose, children } = props
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className={looks.fieldLabel} id={id}>
        {title}
      </span>
      <div className={styles.kinds}>
        {values.map((one) => (
          <Chip key={one} pressed={one === value} onClick={() => onChoose(one)}>
            {label(one)}
          </Chip>
        ))}
      </div>
      <p className={looks.fieldHint} id={`${id}-text`} role="status">
        {text}
      </p>
      {children}
    </div>
  )
}

type Props = {
  value: Secrecy & { opens_on: string }
  /** The error of the crew field. */
  crewError?: string | undefined
  onChange: (secrecy: Partial<ChosenSecrecy>) => void
}

const inDays = (days: number) => toDay(new Date(Date.now() + days * 86_400_000).toISOString())

/** Who can see a spot, how precisely, and from which date; and who sees it exactly and earlier. */
export function SecrecyChoice({ value, crewError, onChange }: Props) {
  const { audience, precision, exact_for, crew_id, opens_on } = value
  const crewChoice = (
    <Suspense fallback={null}>
      <CrewChoice value={crew_id} error={crewError} onChoose={(id) => onChange({ crew_id: id })} />
    </Suspense>
  )
  return (
    <>
      <Choice
        title={m.audiences_title()}
        values={AUDIENCES}
        value={audience}
        label={audienceLabel}
        text={
          audience === 'everybody' && precision !== 'exact'
            ? m.audiences_everybody_about_text()
            : audienceText(audience)
        }
        onChoose={(next) => onChange({ audience: next })}
      >
        {audience === 'crew' && crewChoice}
      </Choice>
      {audience !== 'only_me' && (
        <>
          <Choice
            title={m.audiences_precision_title()}
            values={PRECISIONS}
            value={precision}
            label={precisionLabel}
            text={precisionText(precision)}
            onChoose={(next) => onChange({ precision: next })}
          />
          <Field
            type="date"
            confirms
            label={m.audiences_opens_title()}
            hint={opens_on === '' ? m.audiences_opens_none() : m.audiences_opens_text()}
            value={opens_on}
            min={inDays(1)}
            max={inDays(LIMITS.opens_max_days - 1)}
            onChange={(event) => onChange({ opens_on: event.target.value })}
          />
        </>
      )}
      {hasExactAudience(value) && (
        <Choice
          title={m.audiences_exact_for_title()}
          values={EXACT_AUDIENCES.filter((one) => isWithin(one, audience))}
          value={exact_for}
          label={audienceLabel}
          text={precision === 'exact' ? m.audiences_before_text() : m.audiences_exact_for_text()}
          onChoose={(next) => onChange({ exact_for: next })}
        >
          {audience !== 'crew' && exact_for === 'crew' && crewChoice}
        </Choice>
      )}
    </>
  )
}
