import { LIMITS } from '@nollie/contract/limits'
import { REPORT_TYPES, type ReportType } from '@nollie/contract/report-types'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { Button, Sheet, Textarea, toast } from '../../ui/index.ts'
import { reportTypeLabel } from './report-type-label.ts'
import type { ReportSubject } from './report-subject.ts'
import './reports.css'
import { readValues, type ReportValues, sendReport } from './send-report.ts'

const TITLES = {
  spot: m.reports_title_spot,
  post: m.reports_title_post,
  comment: m.reports_title_comment,
  user: m.reports_title_user,
  message: m.reports_title_message,
  discussion: m.reports_title_discussion,
} as const

function TypeChoice({
  value,
  missing,
  onChange,
}: {
  value: ReportType | null
  missing: boolean
  onChange: (type: ReportType) => void
}) {
  const id = useId()
  return (
    <fieldset className="field report-types" aria-describedby={missing ? `${id}-error` : undefined}>
      <legend className="field-label">{m.reports_type()}</legend>
      {REPORT_TYPES.map((type) => (
        <label key={type} className="report-type">
          <input
            type="radio"
            name={id}
            value={type}
            checked={value === type}
            onChange={() => onChange(type)}
          />
          {reportTypeLabel(type)}
        </label>
      ))}
      {missing && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{m.reports_type_missing()}</span>
        </p>
      )}
    </fieldset>
  )
}

// Stored with every keystroke: a session that ends closes the screen, and the person returns to it later.
function useReportValues(subject: ReportSubject) {
  const [name] = useState(() => `nollie.report.${session.get().user?.user_id}.${subject.kind}.${subject.id}`)
  const [values, setValues] = useState<ReportValues>(() => readValues(readStored(name)))
  const change = (next: Partial<ReportValues>) => {
    const whole = { ...values, ...next }
    setValues(whole)
    writeStored(name, whole)
  }
  return { values, change, forget: () => writeStored(name, null) }
}

/** Reports a subject: the content of the dialog. */
export function ReportForm({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) {
  const { values, change, forget } = useReportValues(subject)
  const [open, setOpen] = useState(true)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const form = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    if (!values.type) return setMissing(true)
    running.current = true
    setBusy(true)
    const { done, toast: text } = await sendReport(subject, values.type, values.description)
    running.current = false
    setBusy(false)
    toast(text)
    if (!done) return
    forget()
    setOpen(false)
  }
  // A press beside it, Escape or a swipe may be an accident: the typed text stays stored.
  const leave = (next: boolean) => {
    if (!running.current) setOpen(next)
  }
  const cancel = () => {
    forget()
    setOpen(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={leave}
      onClosed={onClose}
      title={TITLES[subject.kind]()}
      actions={
        <>
          <Button onClick={cancel} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={form} variant="ink" busy={busy && m.reports_busy()}>
            {m.reports_submit()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <TypeChoice
          value={values.type}
          missing={missing}
          onChange={(type) => {
            setMissing(false)
            change({ type })
          }}
        />
        <div className="mt-4">
          <Textarea
            label={m.reports_description()}
            placeholder={m.reports_description_placeholder()}
            hint={m.reports_anonymous()}
            rows={3}
            maxLength={LIMITS.report_max}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </div>
      </form>
    </Sheet>
  )
}
