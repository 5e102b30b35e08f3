import type { BustOutcome } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { clockIn } from '../../lib/format.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast, toastWaiting, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { type BustValues, readValues, toReport } from './bust-form.ts'
import { BUST_REPORT, sendReport, showReport, type WaitingReport } from './bust-requests.ts'
import { BustReportFields } from './bust-report-fields.tsx'
import { OwnReports } from './own-reports.tsx'
import styles from './busts.module.css'

type Props = {
  spotId: string
  spotName: string
  /**
   * The spot's time zone. If it's unknown, this device's time zone is used, because people who report offline are
   * usually at the spot.
   */
  timeZone: string | undefined
  /** The initially selected outcome. */
  outcome?: BustOutcome
  onClose: () => void
}

function checked({ outcome, day }: BustValues) {
  if (!outcome) return { outcome: m.busts_outcome_missing() }
  return day ? null : { day: m.busts_day_missing() }
}

// If offline, queues the report on this device.
async function send(payload: WaitingReport): Promise<{ waits: boolean }> {
  const { spot_id, report } = payload
  const entry = { kind: BUST_REPORT, target: `${spot_id}.${report.day}`, payload, isLastState: true }
  const sent = await sendOrQueue(entry, () => sendReport(spot_id, report).then(() => true))
  return { waits: sent === null }
}

function explain(error: unknown) {
  return isDeviceFull(error)
    ? { title: m.outbox_full_title(), description: m.outbox_full_text() }
    : { title: m.busts_send_failed(), description: whyNot(error, m.busts_try_again()) }
}

function useReport({ spotId, spotName, timeZone, outcome }: Props, onSent: () => void) {
  const client = useQueryClient()
  const [now] = useState(() => clockIn(timeZone, new Date()))
  const stored = useStoredValues({
    name: `nollie.bust.${session.get().user?.user_id}.${spotId}`,
    read: readValues(now, outcome),
  })
  const form = useForm({
    check: () => checked(stored.values),
    send: async () => {
      const report = toReport(stored.values)
      const { waits } = await send({ spot_id: spotId, spot_name: spotName, report })
      stored.forget()
      if (waits) toastWaiting()
      else {
        toast({ kind: 'success', title: m.busts_sent() })
        showReport(client, spotId)
      }
      onSent()
    },
    explain,
  })
  return { today: now.day, ...stored, ...form }
}

/** The dialog for reporting how a session ended. */
export function BustReportDialog(props: Props) {
  const [open, setOpen] = useState(true)
  const form = useReport(props, () => setOpen(false))
  const cancel = () => {
    form.forget()
    setOpen(false)
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={props.onClose}
      title={m.busts_report()}
      onCancel={cancel}
      submit={m.busts_send()}
      sending={m.busts_sending()}
      variant="ink"
      className={styles.form}
      below={<OwnReports spotId={props.spotId} />}
    >
      <BustReportFields
        values={form.values}
        today={form.today}
        errors={form.errors}
        change={(change) => {
          for (const name of Object.keys(change)) form.typed(name)
          form.change({ ...form.values, ...change })
        }}
      />
      <p className={styles.note}>{m.busts_anonymous_note()}</p>
    </FormDialog>
  )
}
