import type { TwinPair } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { twinKeys } from '../../lib/keys/twins.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, toast, useForm } from '../../ui/index.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { TwinSpot } from './twin-spot.tsx'
import styles from './twins.module.css'

/** Two spots that are probably the same place, with buttons to handle them. */
export function PairRow({ pair }: { pair: TwinPair }) {
  const [older, newer] = pair.spots
  const [merging, setMerging] = useState(false)
  const client = useQueryClient()
  const { busy, submit: dismiss } = useForm({
    send: async () => {
      const params = { spot_id: older.id, other_id: newer.id }
      await call('PUT /api/twins/:spot_id/:other_id/dismissed', { params })
      toast({ kind: 'success', title: m.twins_dismissed() })
      await client.invalidateQueries({ queryKey: twinKeys.all })
    },
    explain: (error) => ({ title: m.twins_failed_title(), description: whyNot(error, m.twins_failed()) }),
  })
  return (
    <article className={styles.pair}>
      <div className={styles.sides}>
        <TwinSpot spot={older} />
        <TwinSpot spot={newer} />
      </div>
      <p className={styles.why}>
        {m.twins_apart({ distance: shortDistanceText(pair.metres) })}{' '}
        {pair.same_picture && m.twins_same_photo()}
      </p>
      <div className={styles.actions}>
        <Button size="sm" variant="line" busy={busy && m.twins_busy()} onClick={dismiss}>
          {m.twins_dismiss()}
        </Button>
        <Button size="sm" variant="primary" onClick={() => setMerging(true)}>
          {m.twins_merge()}
        </Button>
      </div>
      {merging && <MergeDialog ids={[older.id, newer.id]} onClose={() => setMerging(false)} />}
    </article>
  )
}
