import { LIMITS } from '@nollie/contract/limits'
import { REPORT_TYPES, type ReportType } from '@nollie/contract/moderation/report-types'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { storedText, useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Field, type FieldErrors, Form, Textarea, useForm } from '../../ui/index.ts'
import { reportTypeLabel } from './report-type-label.ts'
import { looks } from '../../ui/looks.ts'
import styles from './notice-form.module.css'

const FIELDS = ['address', 'report_type', 'description', 'name', 'email'] as const
type Name = (typeof FIELDS)[number]
type NoticeValues = Record<Name, string>

const MISSING: Record<Name, () => string> = {
  address: m.reports_notice_address_missing,
  report_type: m.reports_notice_type_missing,
  description: m.reports_notice_text_missing,
  name: m.reports_notice_name_missing,
  email: m.reports_notice_email_missing,
}

// The page's `address` parameter fills in the field until the person edits it.
function given() {
  return new URLSearchParams(location.search).get('address')
}

function readValues(found: unknown): NoticeValues & { given: string | null } {
  const stored = (found ?? {}) as Partial<Record<Name | 'given', unknown>>
  const values = Object.fromEntries(FIELDS.map((name) => [name, storedText(stored[name])])) as NoticeValues
  const address = given()
  return { ...values, ...(address && address !== stored.given && { address }), given: address }
}

function missingIn(values: NoticeValues): FieldErrors | null {
  const missing = FIELDS.filter((name) => values[name].trim() === '')
  return missing.length > 0 ? Object.fromEntries(missing.map((name) => [name, MISSING[name]()])) : null
}

function getFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.fields.address || error.code === 'NOTHING_REPORTED')
    return { address: m.reports_notice_address_wrong() }
  return error.status === 400 ? error.fields : {}
}

/**
 * A form for reporting content without an account. Values persist until sent. `?address=` fills in the content's URL.
 */
export function NoticeForm({ onSent }: { onSent: () => void }) {
  const id = useId()
  const {
    values: { given: _, ...values },
    change,
    forget,
  } = useStoredValues({ name: 'nollie.notice', read: readValues, inTab: true })
  const {
    errors: wrong,
    refused,
    busy,
    submit,
    typed,
  } = useForm({
    check: () => missingIn(values),
    send: async () => {
      const body = { ...values, report_type: values.report_type as ReportType }
      await call('POST /api/notices', { body })
      forget()
      onSent()
    },
    explain: (error) => ({
      title: m.reports_notice_failed(),
      description: whyNot(error, m.reports_notice_failed_text()),
    }),
    getFieldErrors,
  })
  const type = (next: Partial<NoticeValues>) => {
    typed()
    change({ ...values, ...next, given: given() })
  }
  const field = (name: Exclude<Name, 'report_type'>) => ({
    value: values[name],
    error: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
  })
  return (
    <Form className={styles.form} noValidate aria-busy={busy} onSend={submit} refused={refused}>
      <Field
        label={m.reports_notice_address()}
        hint={m.reports_notice_address_hint()}
        placeholder={m.reports_notice_address_placeholder()}
        type="url"
        inputMode="url"
        maxLength={LIMITS.photo_url_max}
        {...field('address')}
      />
      <fieldset aria-describedby={wrong.report_type ? `${id}-error` : undefined}>
        <legend className={looks.fieldLabel}>{m.reports_notice_type()}</legend>
        {REPORT_TYPES.map((value) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={values.report_type === value}
              onChange={() => type({ report_type: value })}
            />
            {reportTypeLabel(value)}
          </label>
        ))}
        {wrong.report_type && (
          <p className={looks.fieldError} id={`${id}-error`} role="alert">
            {wrong.report_type}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.reports_notice_text()}
        rows={4}
        maxLength={LIMITS.report_max}
        {...field('description')}
      />
      <Field
        label={m.reports_notice_name()}
        autoComplete="name"
        maxLength={LIMITS.full_name_max}
        {...field('name')}
      />
      <Field
        label={m.reports_notice_email()}
        hint={m.reports_notice_email_hint()}
        type="email"
        autoComplete="email"
        maxLength={LIMITS.email_max}
        {...field('email')}
      />
      <Button type="submit" variant="primary" busy={busy && m.reports_notice_sending()}>
        {m.reports_notice_send()}
      </Button>
    </Form>
  )
}
