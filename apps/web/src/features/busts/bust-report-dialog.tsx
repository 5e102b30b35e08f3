import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { bustKeys } from '../../lib/keys/busts.ts'
import { conditionKeys } from '../../lib/keys/conditions.ts'
import { clockIn } from '../../lib/language.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Form, Sheet, toast, useForm } from '../../ui/index.ts'
import { type BustValues, readValues, reportOf } from './bust-form.ts'
import { BustReportFields } from './bust-report-fields.tsx'
import styles from './busts.module.css'

type Props = { spotId: string; timeZone: string; onClose: () => void }

const checked = ({ outcome, day }: BustValues) => {
  if (!outcome) return { outcome: m.busts_outcome_missing() }
  return day ? null : { day: m.busts_day_missing() }
}

/** The counts are there a moment later. */
const COUNTED_AFTER_MS = 2_500

function useReport({ spotId, timeZone }: Props, onSent: () => void) {
  const client = useQueryClient()
  const [now] = useState(() => clockIn(timeZone, new Date()))
  const stored = useStoredValues({
    name: `nollie.bust.${session.get().user?.user_id}.${spotId}`,
    read: readValues(now),
  })
  const reload = () => {
    void client.invalidateQueries({ queryKey: bustKeys.one(spotId) })
    void client.invalidateQueries({ queryKey: conditionKeys.one(spotId) })
  }
  const form = useForm({
    check: () => checked(stored.values),
    send: async () => {
      await call('PUT /api/spots/:spot_id/busts', {
        params: { spot_id: spotId },
        body: reportOf(stored.values),
      })
      toast({ kind: 'success', title: m.busts_sent() })
      stored.forget()
      reload()
      setTimeout(reload, COUNTED_AFTER_MS)
      onSent()
    },
    explain: (error) => ({ title: m.busts_not_sent(), description: whyNot(error, m.busts_try_again()) }),
  })
  return { today: now.day, ...stored, ...form }
}

/** The dialog in which somebody says how a session ended. */
export function BustReportDialog(props: Props) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const form = useReport(props, () => setOpen(false))
  const cancel = () => {
    form.forget()
    setOpen(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !form.busy && setOpen(next)}
      onClosed={props.onClose}
      title={m.busts_report()}
      actions={
        <>
          <Button onClick={cancel} disabled={form.busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={id} variant="ink" busy={form.busy && m.busts_sending()}>
            {m.busts_send()}
          </Button>
        </>
      }
    >
      <Form id={id} onSend={form.submit} refused={form.refused} noValidate className={styles.form}>
        <BustReportFields
          values={form.values}
          today={form.today}
          errors={form.errors}
          change={(change) => {
            for (const name of Object.keys(change)) form.typed(name)
            form.change({ ...form.values, ...change })
          }}
        />
        <p className={styles.note}>{m.busts_private()}</p>
      </Form>
    </Sheet>
  )
}
