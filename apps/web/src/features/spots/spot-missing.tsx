import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink, EmptyState, toast } from '../../ui/index.ts'
import { publishPost } from '../posts/index.ts'
import { restoreSpot, spotHistoryQuery, takeSpot } from './spot-changes.ts'
import { dayText } from './spot-facts.tsx'

/** For admins: who deleted the spot, and a way to bring it back; nothing when there never was one. */
function Tombstone({ spotId }: { spotId: string }) {
  const client = useQueryClient()
  const { data } = useQuery(spotHistoryQuery(spotId))
  const [busy, setBusy] = useState(false)
  const [last] = data ?? []
  if (last?.action !== 'delete') return null
  const day = dayText(last.created_at)
  const restore = async () => {
    setBusy(true)
    try {
      const spot = await restoreSpot(spotId)
      client.removeQueries({ queryKey: ['spot', spotId, 'media'] })
      publishPost({ kind: 'created', post_id: null, spot_id: spotId })
      takeSpot(client, spot)
      toast({ kind: 'success', title: m.spot_restored() })
    } catch (error) {
      const over = error instanceof ApiError && error.code === 'GONE'
      const description = over ? m.spot_restore_gone() : m.spot_restore_failed()
      toast({ kind: 'error', title: m.spot_toast_error(), description })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="tombstone">
      <p>{last.user ? m.spot_deleted_by({ name: nameOf(last.user), day }) : m.spot_deleted_day({ day })}</p>
      <Button variant="line" busy={busy && m.spot_restore_busy()} onClick={() => void restore()}>
        {m.spot_restore()}
      </Button>
    </div>
  )
}

/** What stands in the place of a spot that is not there; `seen` says that it was, a moment ago. */
export function SpotMissing({ spotId, seen }: { spotId: string; seen: boolean }) {
  const { user } = useSession()
  return (
    <>
      <EmptyState
        art="spots"
        level={1}
        title={m.spot_missing_title()}
        action={
          <ButtonLink href="/spots" variant="primary">
            {m.spot_missing_back()}
          </ButtonLink>
        }
      >
        {m.spot_missing_text()} {seen && m.spot_deleted_meanwhile()}
      </EmptyState>
      {user?.is_admin && <Tombstone spotId={spotId} />}
    </>
  )
}
