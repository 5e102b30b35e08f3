import { LIMITS } from '@nollie/contract/limits'
import { REPORT_TYPES, type ReportType } from '@nollie/contract/moderation/report-types'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { Textarea, toast, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { reportTypeLabel } from './report-type-label.ts'
import type { ReportSubject } from './report-subject.ts'
import { explainReport, readValues, sendReport } from './send-report.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './reports.module.css'

const TITLES = {
  spot: m.reports_title_spot,
  post: m.reports_title_post,
  comment: m.reports_title_comment,
  user: m.reports_title_user,
  message: m.reports_title_message,
  discussion: m.reports_title_discussion,
  list: m.reports_title_list,
  bulletin: m.stewards_report_title,
  crew: m.crews_report_title,
  meetup: m.meetups_report_title,
} as const

function TypeChoice({
  value,
  error,
  onChange,
}: {
  value: ReportType | null
  error: string | undefined
  onChange: (type: ReportType) => void
}) {
  const id = useId()
  return (
    <fieldset
      className={classes(looks.field, styles.types)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={looks.fieldLabel}>{m.reports_type()}</legend>
      {REPORT_TYPES.map((type) => (
        <label key={type} className={styles.type}>
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
      {error && (
        <p className={looks.fieldError} id={`${id}-error`} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

/** The dialog's content: a form for reporting a subject. */
export function ReportForm({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) {
  const { values, change, forget } = useStoredValues({
    name: `nollie.report.${session.get().user?.user_id}.${subject.kind}.${subject.id}`,
    read: readValues,
  })
  const [open, setOpen] = useState(true)
  const form = useForm({
    check: () => (values.type ? null : { type: m.reports_type_missing() }),
    send: async () => {
      if (!values.type) return
      const description = await sendReport(subject, values.type, values.description)
      toast({ kind: 'success', title: m.reports_toast_success(), description })
      forget()
      setOpen(false)
    },
    explain: explainReport,
  })
  // A click outside, Escape, or a swipe may be accidental, so only Cancel discards the typed text.
  const cancel = () => {
    forget()
    setOpen(false)
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={TITLES[subject.kind]()}
      onCancel={cancel}
      submit={m.reports_submit()}
      sending={m.reports_busy()}
      variant="ink"
    >
      <TypeChoice
        value={values.type}
        error={form.errors.type}
        onChange={(type) => {
          form.typed('type')
          change({ ...values, type })
        }}
      />
      <div className={styles.text}>
        <Textarea
          label={m.reports_description()}
          placeholder={m.reports_description_placeholder()}
          hint={m.reports_anonymous()}
          rows={3}
          maxLength={LIMITS.report_max}
          value={values.description}
          onChange={(event) => change({ ...values, description: event.target.value })}
        />
      </div>
    </FormDialog>
  )
}
