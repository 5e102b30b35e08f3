import { LIMITS } from '@nollie/contract/limits'
import { REPORT_TYPES, type ReportType } from '@nollie/contract/report-types'
import { type FormEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Field, Textarea, toast } from '../../ui/index.ts'
import { reportTypeLabel } from '../reports/index.ts'

const STORAGE_KEY = 'nollie.notice'
const FIELDS = ['address', 'report_type', 'description', 'name', 'email'] as const
type Name = (typeof FIELDS)[number]
type NoticeValues = Record<Name, string>

const MISSING: Record<Name, () => string> = {
  address: m.legal_notice_address_missing,
  report_type: m.legal_notice_type_missing,
  description: m.legal_notice_text_missing,
  name: m.legal_notice_name_missing,
  email: m.legal_notice_email_missing,
}

// An address in the URL fills the field, until the person types another one.
const given = () => new URLSearchParams(location.search).get('address')

// For this tab alone: the next person at a shared computer is not to read it.
const storeValues = (values: NoticeValues | null) => {
  try {
    if (values) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...values, given: given() }))
    else sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage a reload loses it, nothing else.
  }
}

const readValues = (): NoticeValues => {
  let stored: Partial<Record<Name | 'given', unknown>> = {}
  try {
    stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  } catch {
    // Nothing that can be read is nothing.
  }
  const text = (name: Name) => (typeof stored[name] === 'string' ? stored[name] : '')
  const values = Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as NoticeValues
  const address = given()
  return address && address !== stored.given ? { ...values, address } : values
}

/**
 * Reports content without an account. The typed values stay until they are sent; `?address=` of the page fills in
 * where.
 */
export function NoticeForm({ onSent }: { onSent: () => void }) {
  const id = useId()
  const [values, setValues] = useState(readValues)
  const [wrong, setWrong] = useState<Partial<NoticeValues>>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const type = (next: Partial<NoticeValues>) => {
    const whole = { ...values, ...next }
    setValues(whole)
    setWrong({})
    storeValues(whole)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    const missing = FIELDS.filter((name) => values[name].trim() === '')
    if (missing.length > 0)
      return setWrong(Object.fromEntries(missing.map((name) => [name, MISSING[name]()])))
    running.current = true
    setBusy(true)
    try {
      const body = { ...values, report_type: values.report_type as ReportType }
      await call('POST /api/notices', { body })
      storeValues(null)
      onSent()
    } catch (error) {
      if (error instanceof ApiError && (error.fields.address || error.code === 'NOTHING_REPORTED'))
        setWrong({ address: m.legal_notice_address_wrong() })
      else if (error instanceof ApiError && error.status === 400) setWrong(error.fields)
      const description = whyNot(error, m.legal_notice_failed_text())
      toast({ kind: 'error', title: m.legal_notice_failed(), description })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const field = (name: Exclude<Name, 'report_type'>) => ({
    value: values[name],
    error: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
  })
  return (
    <form className="legal-form" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <Field
        label={m.legal_notice_address()}
        hint={m.legal_notice_address_hint()}
        placeholder={m.legal_notice_address_placeholder()}
        type="url"
        inputMode="url"
        maxLength={LIMITS.photo_url_max}
        {...field('address')}
      />
      <fieldset aria-describedby={wrong.report_type ? `${id}-error` : undefined}>
        <legend className="field-label">{m.legal_notice_type()}</legend>
        {REPORT_TYPES.map((value) => (
          <label key={value} className="legal-choice">
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
          <p className="field-error" id={`${id}-error`} role="alert">
            {wrong.report_type}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.legal_notice_text()}
        rows={4}
        maxLength={LIMITS.report_max}
        {...field('description')}
      />
      <Field
        label={m.legal_notice_name()}
        autoComplete="name"
        maxLength={LIMITS.full_name_max}
        {...field('name')}
      />
      <Field
        label={m.legal_notice_email()}
        hint={m.legal_notice_email_hint()}
        type="email"
        autoComplete="email"
        maxLength={LIMITS.email_max}
        {...field('email')}
      />
      <Button type="submit" variant="primary" busy={busy && m.legal_notice_sending()}>
        {m.legal_notice_send()}
      </Button>
    </form>
  )
}
