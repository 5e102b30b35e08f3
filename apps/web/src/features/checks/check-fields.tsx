import { type CheckAnswer, CHECK_ANSWERS } from '@nollie/contract/checks/check-kinds'
import { LIMITS } from '@nollie/contract/limits'
import { Camera, LocateFixed } from 'lucide-react'
import { useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { dayIn } from '../../lib/text/date-fields.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { Button, Field, Spinner } from '../../ui/index.ts'
import { ANSWER_TEXTS } from './spot-condition-text.ts'
import { useMountTime } from './use-mount-time.ts'
import type { CheckForm } from './use-check-form.ts'
import styles from './checks.module.css'

type Props = { form: CheckForm }

function Choices({ form: { answer, setAnswer, busy } }: Props) {
  const name = useId()
  const choice = (one: CheckAnswer) => (
    <label key={one} className={styles.choice}>
      <input
        type="radio"
        name={name}
        value={one}
        checked={answer === one}
        disabled={busy}
        onChange={() => setAnswer(one)}
      />
      {ANSWER_TEXTS[one]()}
    </label>
  )
  return (
    <fieldset className={styles.choices}>
      <legend>{m.checks_status_label()}</legend>
      {CHECK_ANSWERS.map(choice)}
    </fieldset>
  )
}

function PhotoProof({ form: { photo, busy } }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const { file } = photo
  return (
    <>
      <p>{m.checks_location_too_far({ distance: distanceText(LIMITS.check_metres) })}</p>
      {file && (
        <div className={styles.photo}>
          {file.preview && <img src={file.preview} alt="" />}
          <span>{file.state.step === 'failed' ? m.checks_photo_failed() : m.checks_photo_added()}</span>
        </div>
      )}
      <Button
        variant="line"
        size="sm"
        icon={<Camera aria-hidden="true" />}
        disabled={busy}
        onClick={() => picker.current?.click()}
      >
        {file ? m.checks_photo_other() : m.checks_photo()}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={m.checks_photo()}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) void photo.choose(chosen)
        }}
      />
    </>
  )
}

/** The fields in a status report: the status, its end date, and the proof. */
export function CheckFields({ form }: Props) {
  const { until, setUntil, wantsUntil, place, errors } = form
  const today = dayIn(0, useMountTime())
  return (
    <>
      <Choices form={form} />
      {wantsUntil !== 'none' && (
        <Field
          type="date"
          label={wantsUntil === 'needed' ? m.checks_until() : m.checks_until_optional()}
          value={until}
          error={errors.until}
          min={today}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
      <div className={styles.proof} role="status">
        {place === 'asking' && (
          <p>
            <Spinner /> {m.checks_locating()}
          </p>
        )}
        {place === 'here' && (
          <p>
            <LocateFixed size={16} aria-hidden="true" /> {m.checks_location_confirmed()}
          </p>
        )}
        {place === 'elsewhere' && <PhotoProof form={form} />}
      </div>
    </>
  )
}
