import { LIMITS } from '@nollie/contract/limits'
import { MEETUP_TAGS } from '@nollie/contract/meetups/meetup-kinds'
import { Suspense, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip, Field, type FieldErrors, Textarea } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { CrewChoice } from '../crews/index.ts'
import type { MeetupValues } from './meetup-form.ts'
import { AUDIENCE_TEXTS, TAG_TEXTS } from './meetup-text.ts'
import styles from './meetups.module.css'

type Props = {
  values: MeetupValues
  errors: FieldErrors
  /** Changes values. `field` is the name whose error is cleared. */
  put: (field: string, part: Partial<MeetupValues>) => void
}

/** When a session is, at the spot's local time. */
export function TimeFields({ values, errors, put }: Props) {
  return (
    <>
      <Field
        name="day"
        type="date"
        label={m.meetups_day()}
        error={errors.day}
        value={values.day}
        onChange={({ target }) => put('day', { day: target.value })}
      />
      <div className={styles.times}>
        <Field
          name="starts_at"
          type="time"
          label={m.meetups_from()}
          error={errors.starts_at}
          value={values.from}
          onChange={({ target }) => put('starts_at', { from: target.value })}
        />
        <Field
          name="ends_at"
          type="time"
          label={m.meetups_until()}
          error={errors.ends_at}
          value={values.until}
          onChange={({ target }) => put('ends_at', { until: target.value })}
        />
      </div>
    </>
  )
}

const AUDIENCES = ['mutuals', 'crew', 'members'] as const

/** Who can see a session. */
export function AudienceFields({ values, errors, put }: Props) {
  const id = useId()
  return (
    <>
      <div className={looks.field} role="group" aria-labelledby={id}>
        <span className={looks.fieldLabel} id={id}>
          {m.meetups_audience()}
        </span>
        <div className={styles.chips}>
          {AUDIENCES.map((one) => (
            <Chip
              key={one}
              pressed={one === values.audience}
              onClick={() => put('audience', { audience: one })}
            >
              {AUDIENCE_TEXTS[one]()}
            </Chip>
          ))}
        </div>
        <p className={looks.fieldHint}>{m.meetups_audience_hint()}</p>
      </div>
      {values.audience === 'crew' && (
        <Suspense fallback={null}>
          <CrewChoice
            value={values.crew_id}
            error={errors.crew_id}
            onChoose={(crew_id) => put('crew_id', { crew_id })}
          />
        </Suspense>
      )}
    </>
  )
}

/** What a session is about, and its limit. */
export function MoreFields({ values, errors, put }: Props) {
  const id = useId()
  const { tags } = values
  return (
    <>
      <Textarea
        name="note"
        label={m.meetups_note()}
        error={errors.note}
        rows={2}
        maxLength={LIMITS.meetup_note_max}
        value={values.note}
        onChange={({ target }) => put('note', { note: target.value })}
      />
      <div className={looks.field} role="group" aria-labelledby={id}>
        <span className={looks.fieldLabel} id={id}>
          {m.meetups_tags()}
        </span>
        <div className={styles.chips}>
          {MEETUP_TAGS.map((tag) => (
            <Chip
              key={tag}
              pressed={tags.includes(tag)}
              onClick={() =>
                put('tags', { tags: MEETUP_TAGS.filter((one) => (one === tag) !== tags.includes(one)) })
              }
            >
              {TAG_TEXTS[tag]()}
            </Chip>
          ))}
        </div>
      </div>
      <Field
        name="people_max"
        inputMode="numeric"
        label={m.meetups_limit()}
        hint={m.meetups_limit_hint()}
        error={errors.people_max}
        value={values.people_max}
        onChange={({ target }) => put('people_max', { people_max: target.value })}
      />
    </>
  )
}
