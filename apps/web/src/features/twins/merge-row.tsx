import type { Merge } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { dayText } from '../../lib/format.ts'
import { whyNot } from '../../ui/error-text.ts'
import { AppLink, Button, toast, useForm } from '../../ui/index.ts'
import { refreshSpots } from './twin-requests.ts'
import styles from './twins.module.css'

/** A merge, with an undo button. */
export function MergeRow({ merge }: { merge: Merge }) {
  const client = useQueryClient()
  const { id: merge_id, from, into, until } = merge
  const { busy, submit: undo } = useForm({
    send: async () => {
      await call('POST /api/merges/:merge_id/undo', { params: { merge_id } })
      toast({ kind: 'success', title: m.twins_undone({ name: from.name }) })
      await refreshSpots(client)
    },
    explain: (error) => ({ title: m.twins_undo_failed(), description: whyNot(error, m.twins_failed()) }),
  })
  return (
    <div className={styles.merged}>
      <p>
        <bdi>{from.name}</bdi> → <AppLink href={`/spots/${into.id}`}>{into.name}</AppLink>
        <small>{m.twins_undo_by({ day: dayText(until) })}</small>
      </p>
      <Button size="sm" variant="line" busy={busy && m.twins_busy()} onClick={undo}>
        {m.twins_undo()}
      </Button>
    </div>
  )
}
