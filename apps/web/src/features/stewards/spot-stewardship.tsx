import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pin, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { stewardKeys } from '../../lib/keys/stewards.ts'
import { dayText } from '../../lib/format.ts'
import { listen } from '../../lib/live.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Button, toast } from '../../ui/index.ts'
import { BulletinList } from './bulletin-list.tsx'
import { PinDialog } from './pin-bulletin-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { stateLabel } from './state-label.ts'
import { stewardshipQuery } from './steward-requests.ts'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

type Settlement = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof stewardshipQuery>['queryFn']>>>['settlement']
>

function Settled({
  spotId,
  settlement,
  mayAct,
}: {
  spotId: string
  settlement: Settlement
  mayAct: boolean
}) {
  const { state, until, user } = settlement
  const after = useAfterAct()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/stewards/spots/:spot_id/settlement', { params: { spot_id: spotId } }),
    onSuccess: () => after(m.stewards_unlocked()),
    onError: (error) => toast({ kind: 'error', ...explainAct(error) }),
  })
  const of = { state: stateLabel(state), day: dayText(`${until}T12:00`) }
  return (
    <div className={styles.settled}>
      <ShieldCheck size={18} aria-hidden="true" />
      <p>{user ? m.stewards_locked_by({ ...of, name: getName(user) }) : m.stewards_locked_by_steward(of)}</p>
      {mayAct && (
        <Button variant="quiet" size="sm" busy={isPending && m.stewards_sending()} onClick={() => mutate()}>
          {m.stewards_unlock()}
        </Button>
      )}
    </div>
  )
}

function useLiveStewardship(spot_id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: stewardKeys.spot(spot_id) })
    return listen('spot', {
      message: (event) => {
        if (event.spot_id === null || event.spot_id === spot_id) refetch()
      },
      gap: refetch,
    })
  }, [client, spot_id])
}

/**
 * A spot's pinned notices from stewards, its settled status, and the viewer's steward actions. Renders nothing if there
 * are none.
 */
export function StewardshipOfSpot({ spotId, acts = false }: { spotId: string; acts?: boolean }) {
  const { data } = useQuery(stewardshipQuery(spotId))
  const [dialog, setDialog] = useState<'pin' | 'settle' | null>(null)
  useLiveStewardship(spotId)
  if (!data) return null
  const { areas, bulletins, settlement } = data
  const mayAct = acts && data.may_act
  const [area] = areas
  if (bulletins.length === 0 && !settlement && !mayAct) return null
  return (
    <div className={styles.section}>
      {settlement && <Settled spotId={spotId} settlement={settlement} mayAct={mayAct} />}
      {bulletins.length > 0 && <BulletinList bulletins={bulletins} mayAct={mayAct} />}
      {mayAct && area && (
        <div className={styles.acts}>
          <Button variant="line" size="sm" icon={<Pin aria-hidden="true" />} onClick={() => setDialog('pin')}>
            {m.stewards_notice_new_spot()}
          </Button>
          <Button
            variant="line"
            size="sm"
            icon={<ShieldCheck aria-hidden="true" />}
            onClick={() => setDialog('settle')}
          >
            {m.stewards_lock_title()}
          </Button>
        </div>
      )}
      {dialog === 'pin' && area && (
        <PinDialog areaId={area.id} spotId={spotId} onClosed={() => setDialog(null)} />
      )}
      {dialog === 'settle' && <SettleDialog spotId={spotId} onClosed={() => setDialog(null)} />}
    </div>
  )
}
