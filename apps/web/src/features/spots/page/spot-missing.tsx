import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { useSession } from '../../../lib/use-session.ts'
import { spotKeys } from '../../../lib/keys/spots.ts'
import { Button, ButtonLink, EmptyState, toast } from '../../../ui/index.ts'
import { publishPost } from '../../posts/index.ts'
import { restoreSpot, spotHistoryQuery, updateSpotInCache } from '../spot-change-requests.ts'
import styles from '../spots.module.css'

/** Shows admins who deleted the spot, with a button that restores it. Renders nothing if the spot never existed. */
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
      client.removeQueries({ queryKey: spotKeys.media(spotId) })
      publishPost({ kind: 'created', post_id: null, spot_id: spotId })
      updateSpotInCache(client, spot)
      toast({ kind: 'success', title: m.spots_restored() })
    } catch (error) {
      const over = error instanceof ApiError && error.code === 'GONE'
      const description = over ? m.spots_restore_expired() : m.spots_restore_failed()
      toast({ kind: 'error', title: m.spots_toast_error(), description })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.tombstone}>
      <p>{last.user ? m.spots_deleted_by({ name: getName(last.user), day }) : m.spots_deleted_on({ day })}</p>
      <Button variant="line" busy={busy && m.spots_restore_busy()} onClick={() => void restore()}>
        {m.spots_restore()}
      </Button>
    </div>
  )
}

type Props = {
  spotId: string
  /** Whether the spot was on screen before it was deleted. */
  seen: boolean
  /** Lowers the sheet that shows the page, if it isn't a screen. */
  onBack?: (() => void) | undefined
}

/** The page for a spot that doesn't exist. */
export function SpotMissing({ spotId, seen, onBack }: Props) {
  const { user } = useSession()
  return (
    <>
      <EmptyState
        art="spots"
        level={1}
        title={m.spots_missing_title()}
        action={
          onBack ? (
            <Button variant="primary" onClick={onBack}>
              {m.spots_missing_back()}
            </Button>
          ) : (
            <ButtonLink href="/spots" variant="primary">
              {m.spots_missing_back()}
            </ButtonLink>
          )
        }
      >
        {m.spots_missing_text()} {seen && m.spots_deleted_while_open()}
      </EmptyState>
      {user?.is_admin && <Tombstone spotId={spotId} />}
    </>
  )
}
