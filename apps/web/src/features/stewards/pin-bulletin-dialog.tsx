import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { momentIn, parseMoment } from '../../lib/text/date-fields.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { Field, Textarea, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

type Values = { content: string; starts: string; ends: string }

function read(stored: unknown): Values {
  const { content, starts, ends } = (stored ?? {}) as Record<string, unknown>
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  return { content: text(content, ''), starts: text(starts, momentIn(0)), ends: text(ends, momentIn(7)) }
}

function validateValues({ content, starts, ends }: Values) {
  const [from, until] = [parseMoment(starts), parseMoment(ends)]
  const found = {
    ...(!content.trim() && { content: m.stewards_notice_missing() }),
    ...(!from && { starts_at: m.stewards_notice_when_missing() }),
    ...(!until && { ends_at: m.stewards_notice_when_missing() }),
    ...(from && until && from >= until && { ends_at: m.stewards_notice_when_wrong() }),
  }
  return Object.keys(found).length > 0 ? found : null
}

type Props = { areaId: string; spotId: string | null; onClosed: () => void }

function usePin({ areaId, spotId }: Props, onDone: () => void) {
  const getSubmitKey = useSubmitKey()
  const after = useAfterAct()
  const { values, change, forget } = useStoredValues({
    name: `nollie.pin.${session.get().user?.user_id}.${spotId ?? areaId}`,
    read,
  })
  const form = useForm({
    check: () => validateValues(values),
    send: async () => {
      const [starts_at, ends_at] = [parseMoment(values.starts) ?? '', parseMoment(values.ends) ?? '']
      const body = { area_id: areaId, spot_id: spotId, content: values.content.trim(), starts_at, ends_at }
      const headers = { 'idempotency-key': getSubmitKey(JSON.stringify(body)) }
      await untilAnswered(() => call('POST /api/stewards/bulletins', { body, headers }))
      forget()
      onDone()
      await after(m.stewards_notice_posted())
    },
    explain: explainAct,
  })
  return { values, change, form, forget }
}

/** Pins a notice to a spot or to a whole area. */
export function PinDialog(props: Props) {
  const [open, setOpen] = useState(true)
  const { values, change, form, forget } = usePin(props, () => setOpen(false))
  const { errors, typed } = form
  const put = (name: string, part: Partial<Values>) => {
    typed(name)
    change({ ...values, ...part })
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={props.onClosed}
      onCancel={() => {
        forget()
        setOpen(false)
      }}
      title={props.spotId ? m.stewards_notice_new_spot() : m.stewards_notice_new_area()}
      submit={m.stewards_notice_submit()}
      sending={m.stewards_sending()}
      className={styles.form}
    >
      <p className={looks.sheetText}>{m.stewards_notice_hint()}</p>
      <Textarea
        name="content"
        label={m.stewards_notice_content()}
        error={errors.content}
        rows={3}
        maxLength={LIMITS.bulletin_max}
        value={values.content}
        onChange={({ target }) => put('content', { content: target.value })}
      />
      <Field
        name="starts_at"
        label={m.stewards_notice_from()}
        type="datetime-local"
        error={errors.starts_at}
        value={values.starts}
        onChange={({ target }) => put('starts_at', { starts: target.value })}
      />
      <Field
        name="ends_at"
        label={m.stewards_notice_until()}
        type="datetime-local"
        error={errors.ends_at}
        value={values.ends}
        onChange={({ target }) => put('ends_at', { ends: target.value })}
      />
    </FormDialog>
  )
}
