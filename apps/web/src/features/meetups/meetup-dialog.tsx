import type { Meetup } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { isOtherZone } from '../../lib/format.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { session } from '../../lib/session.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast, toastWaiting, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { looks } from '../../ui/looks.ts'
import { AudienceFields, MoreFields, TimeFields } from './meetup-fields.tsx'
import { checkValues, type MeetupBody, type MeetupValues, readValues, toBody } from './meetup-form.ts'
import { editMeetup, showMeetup } from './meetup-requests.ts'
import { shareOrQueue } from './outbox-meetups.ts'
import styles from './meetups.module.css'

type Props = {
  spot: { id: string; name: string; time_zone?: string | undefined }
  /** The meetup to change; null for a new one. */
  meetup: Meetup | null
  onClosed: () => void
}

function explain(error: unknown) {
  return isDeviceFull(error)
    ? { title: m.outbox_full_title(), description: m.outbox_full_text() }
    : { title: m.meetups_save_failed(), description: whyNot(error, m.meetups_try_again()) }
}

function useSend({ spot, meetup }: Props) {
  const client = useQueryClient()
  const getSubmitKey = useSubmitKey()
  return async (body: MeetupBody) => {
    if (meetup) {
      await editMeetup(client, meetup.id, body)
      return toast({ kind: 'success', title: m.meetups_saved() })
    }
    const key = getSubmitKey(JSON.stringify(body))
    const made = await shareOrQueue({ spot_id: spot.id, spot_name: spot.name, body }, key)
    if (!made) return toastWaiting()
    showMeetup(client, made)
    toast({ kind: 'success', title: m.meetups_shared() })
  }
}

function useMeetupForm(props: Props, onDone: () => void) {
  const { spot, meetup } = props
  const [now] = useState(() => Date.now())
  const send = useSend(props)
  const stored = useStoredValues({
    name: `nollie.meetup.${session.get().user?.user_id}.${meetup?.id ?? spot.id}`,
    read: (typed) => readValues(typed, meetup, spot.time_zone, now),
  })
  const form = useForm({
    check: () => checkValues(stored.values, spot.time_zone, Date.now()),
    send: async () => {
      await send(toBody(stored.values, spot.time_zone))
      stored.forget()
      onDone()
    },
    explain,
  })
  return { isElsewhere: isOtherZone(spot.time_zone, new Date(now)), ...stored, ...form }
}

/** The form for a new session, or for changing one. It's open while mounted. */
export function MeetupDialog(props: Props) {
  const { meetup, onClosed } = props
  const [open, setOpen] = useState(true)
  const form = useMeetupForm(props, () => setOpen(false))
  const put = (field: string, part: Partial<MeetupValues>) => {
    form.typed(field)
    form.change({ ...form.values, ...part })
  }
  const fields = { values: form.values, errors: form.errors, put }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      onCancel={() => {
        form.forget()
        setOpen(false)
      }}
      title={meetup ? m.meetups_edit() : m.meetups_new_title()}
      submit={meetup ? m.meetups_save() : m.meetups_submit()}
      sending={meetup ? m.meetups_saving() : m.meetups_sending()}
      className={styles.form}
    >
      {form.isElsewhere && <p className={looks.sheetText}>{m.meetups_local_time()}</p>}
      <TimeFields {...fields} />
      {!meetup && <AudienceFields {...fields} />}
      <MoreFields {...fields} />
    </FormDialog>
  )
}
