import type { MergePreview, SpotContents } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Loading, Note, Sheet, Skeleton, toast, useForm } from '../../ui/index.ts'
import { previewQuery, refreshSpots } from './twin-requests.ts'
import { TwinSpot } from './twin-spot.tsx'
import styles from './twins.module.css'

const COUNTS: readonly [keyof SpotContents, () => string][] = [
  ['posts', m.twins_posts],
  ['media', m.twins_media],
  ['comments', m.twins_comments],
  ['checks', m.twins_checks],
  ['bust_reports', m.twins_busts],
  ['facts', m.twins_facts],
  ['edits', m.twins_edits],
]

const REFUSED: Record<NonNullable<MergePreview['refused']>, () => string> = {
  NOT_ALLOWED: m.twins_refused_not_allowed,
  SPOTS_DIFFER: m.twins_refused_differ,
  TOO_FAR_APART: m.twins_refused_far,
}

function Comparison({ preview }: { preview: MergePreview }) {
  const { into, from } = preview
  const rows = COUNTS.filter(([count]) => into.contents[count] + from.contents[count] > 0)
  return (
    <>
      <div className={styles.sides}>
        <TwinSpot spot={into.spot} stays />
        <TwinSpot spot={from.spot} />
      </div>
      <table className={styles.counts}>
        <thead>
          <tr>
            <th scope="col">{m.twins_detail()}</th>
            <th scope="col" dir="auto">
              {into.spot.name}
            </th>
            <th scope="col" dir="auto">
              {from.spot.name}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([count, label]) => (
            <tr key={count}>
              <th scope="row">{label()}</th>
              <td>{into.contents[count]}</td>
              <td>{from.contents[count]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{m.twins_merge_text({ into: into.spot.name, from: from.spot.name, days: LIMITS.unmerge_days })}</p>
      {preview.refused && <Note role="alert">{REFUSED[preview.refused]()}</Note>}
    </>
  )
}

function useMerge([into, other_id]: readonly [string, string], onDone: () => void) {
  const client = useQueryClient()
  const getSubmitKey = useSubmitKey()
  return useForm({
    send: async () => {
      await call('POST /api/spots/:spot_id/merge', {
        params: { spot_id: into },
        body: { other_id },
        headers: { 'idempotency-key': getSubmitKey(`${into} ${other_id}`) },
      })
      toast({
        kind: 'success',
        title: m.twins_merged(),
        description: m.twins_merged_text({ days: LIMITS.unmerge_days }),
      })
      if (location.pathname === `/spots/${other_id}`) go(`/spots/${into}`, { replace: true })
      onDone()
      await refreshSpots(client)
    },
    explain: (error) => ({ title: m.twins_failed_title(), description: whyNot(error, m.twins_failed()) }),
  })
}

type Props = { ids: readonly [string, string]; onClose: () => void }

/** Shows two spots side by side and merges them. The person can swap which one remains. Open while mounted. */
export function MergeDialog({ ids, onClose }: Props) {
  const [open, setOpen] = useState(true)
  const [turned, setTurned] = useState(false)
  const sides = turned ? ([ids[1], ids[0]] as const) : ids
  const { data, isError, refetch } = useQuery(previewQuery(...sides))
  const { busy, submit } = useMerge(sides, () => setOpen(false))
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!busy) setOpen(next)
      }}
      onClosed={onClose}
      title={m.twins_merge_title()}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button
            variant="primary"
            disabled={!data || data.refused !== null}
            busy={busy && m.twins_busy()}
            onClick={submit}
          >
            {m.twins_merge_now()}
          </Button>
        </>
      }
    >
      <div className={styles.merge}>
        {data ? (
          <Comparison preview={data} />
        ) : isError ? (
          <>
            <p role="alert">{m.twins_preview_failed()}</p>
            <Button variant="line" size="sm" onClick={() => void refetch()}>
              {m.shell_retry()}
            </Button>
          </>
        ) : (
          <Loading label={m.twins_loading()}>
            <Skeleton className={styles.skeleton} />
          </Loading>
        )}
        <Button
          size="sm"
          variant="line"
          icon={<ArrowLeftRight aria-hidden="true" />}
          disabled={busy}
          onClick={() => setTurned(!turned)}
        >
          {m.twins_swap()}
        </Button>
      </div>
    </Sheet>
  )
}
