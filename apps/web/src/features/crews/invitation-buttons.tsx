import type { CrewName } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call, getMessage } from '../../lib/api.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'
import { Button, toast, useForm } from '../../ui/index.ts'
import { reloadCrews } from './crew-requests.ts'
import styles from './crews.module.css'

/** Buttons that accept or decline a crew invitation. */
export function InvitationButtons({ crew, className }: { crew: CrewName; className?: string | undefined }) {
  const client = useQueryClient()
  const params = { crew_id: crew.id }
  const explain = (error: unknown) => {
    // The invitation may have been withdrawn.
    void reloadCrews(client)
    return { title: m.crews_answer_failed(), description: getMessage(error, m.crews_try_again()) }
  }
  const reload = async (isAboutSpots: boolean) => {
    void client.invalidateQueries({ queryKey: notificationKeys.all })
    await reloadCrews(client, isAboutSpots)
  }
  const join = useForm({
    explain,
    send: async () => {
      await call('PUT /api/crews/:crew_id/membership', { params })
      toast({ kind: 'success', title: m.crews_joined({ crew: crew.name }) })
      await reload(true)
    },
  })
  const decline = useForm({
    explain,
    send: async () => {
      await call('DELETE /api/crews/:crew_id/membership', { params })
      await reload(false)
    },
  })
  return (
    <div className={className ?? styles.buttons}>
      <Button
        variant="line"
        size="sm"
        aria-label={m.crews_decline_label({ crew: crew.name })}
        busy={decline.busy && m.shell_loading()}
        onClick={() => void decline.submit()}
      >
        {m.crews_decline()}
      </Button>
      <Button
        variant="primary"
        size="sm"
        aria-label={m.crews_accept_label({ crew: crew.name })}
        busy={join.busy && m.shell_loading()}
        onClick={() => void join.submit()}
      >
        {m.crews_accept()}
      </Button>
    </div>
  )
}
