import { AUDIENCES, EXACT_AUDIENCES, isWithin, PRECISIONS } from '@nollie/contract/audiences/audience-table'
import { LIMITS } from '@nollie/contract/limits'
import { type ReactNode, Suspense, useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Chip, Field } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import { CrewChoice } from '../../crews/index.ts'
import { audienceLabel, audienceText, precisionLabel, precisionText } from './audience-text.ts'
import { toDay, hasExactAudience, type Secrecy } from './secrecy.ts'
import type { ChosenSecrecy } from './spot-form.ts'
import styles from '../spot-dialogs.module.css'

type ChoiceProps<T> = {
  title: string
  values: readonly T[]
  value: T
  label: (value: T) => string
  /** Explains the selected option. */
  text: string
  onChoose: (value: T) => void
  /** Whether the title is already visible above the choice. */
  isTitled?: boolean | undefined
  /** More fields for the selected option. */
  children?: ReactNode
}

/** A choice among a few options, with a sentence that explains the selected one. */
function Choice<T extends string>(props: ChoiceProps<T>) {
  const { title, values, value, label, text, onChoose, isTitled, children } = props
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className={isTitled ? 'sr-only' : looks.fieldLabel} id={id}>
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
  /** The crew field's error. */
  crewError?: string | undefined
  /** Whether the title is already visible above the choice. */
  isTitled?: boolean
  onChange: (secrecy: Partial<ChosenSecrecy>) => void
}

function WhichCrew({ value, crewError, onChange }: Props) {
  return (
    <Suspense fallback={null}>
      <CrewChoice value={value.crew_id} error={crewError} onChoose={(id) => onChange({ crew_id: id })} />
    </Suspense>
  )
}

/** Who can see a spot. */
export function AudienceChoice(props: Props) {
  const { value, isTitled, onChange } = props
  const { audience, precision } = value
  const isAbout = audience === 'everybody' && precision !== 'exact'
  return (
    <Choice
      title={m.audiences_title()}
      values={AUDIENCES}
      value={audience}
      label={audienceLabel}
      text={isAbout ? m.audiences_everybody_approximate_text() : audienceText(audience)}
      isTitled={isTitled}
      onChoose={(next) => onChange({ audience: next })}
    >
      {audience === 'crew' && <WhichCrew {...props} />}
    </Choice>
  )
}

/** How precisely other people can see a spot's location. */
export function PrecisionChoice({ value, isTitled, onChange }: Props) {
  return (
    <Choice
      title={m.audiences_precision_title()}
      values={PRECISIONS}
      value={value.precision}
      label={precisionLabel}
      text={precisionText(value.precision)}
      isTitled={isTitled}
      onChoose={(next) => onChange({ precision: next })}
    />
  )
}

function addDays(days: number) {
  return toDay(new Date(Date.now() + days * 86_400_000).toISOString())
}

/** The date on which a spot becomes visible to its audience. */
export function OpeningDay({ value: { opens_on }, onChange }: Props) {
  return (
    <Field
      type="date"
      confirms
      label={m.audiences_publish_date()}
      hint={opens_on === '' ? m.audiences_publish_now_hint() : m.audiences_publish_later_hint()}
      value={opens_on}
      min={addDays(1)}
      max={addDays(LIMITS.opens_max_days - 1)}
      onChange={(event) => onChange({ opens_on: event.target.value })}
    />
  )
}

/** Who can see the exact location, and who can see the spot before its opening date. */
export function ExactAudienceChoice(props: Props) {
  const { value, isTitled, onChange } = props
  const { audience, precision, exact_for } = value
  return (
    <Choice
      title={m.audiences_exact_for_title()}
      values={EXACT_AUDIENCES.filter((one) => isWithin(one, audience))}
      value={exact_for}
      label={audienceLabel}
      text={precision === 'exact' ? m.audiences_early_access_text() : m.audiences_exact_for_text()}
      isTitled={isTitled}
      onChoose={(next) => onChange({ exact_for: next })}
    >
      {audience !== 'crew' && exact_for === 'crew' && <WhichCrew {...props} />}
    </Choice>
  )
}

/** Who can see a spot, how precisely, and from what date, and who can see it exactly or earlier. */
export function SecrecyChoice(props: Props) {
  const { value } = props
  return (
    <>
      <AudienceChoice {...props} />
      {value.audience !== 'only_me' && (
        <>
          <PrecisionChoice {...props} />
          <OpeningDay {...props} />
        </>
      )}
      {hasExactAudience(value) && <ExactAudienceChoice {...props} />}
    </>
  )
}
