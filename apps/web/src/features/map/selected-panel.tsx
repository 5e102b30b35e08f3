import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { SpotCard } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { isMissing, spotCardQuery } from './map-spots.ts'
import { SelectedSpotCard } from './spot-cards.tsx'

type Props = {
  spotId: string
  /** A sheet over the map on phones, a card in the side panel on desktop. */
  shape: 'sheet' | 'panel'
  onClose: () => void
  onShare: (spot: SpotCard) => void
  /** More items of the card's menu. */
  renderActions?: (spot: SpotCard) => ReactNode
  /** What a visitor may press at the spot. */
  renderVisitorActions?: (spot: SpotCard) => ReactNode
  /** A visitor came by a shared link: invite to sign in and come back. */
  invite: boolean
  /** For visitors: reporting has a page of its own. */
  visitor: boolean
  ref?: Ref<HTMLElement>
}

const SWIPE = 60

const noticeOf = (spotId: string) =>
  `/notice?address=${encodeURIComponent(new URL(`/spots/${spotId}`, location.href).href)}`

/** The card of the selected spot. */
export function SelectedPanel({
  spotId,
  shape,
  onClose,
  onShare,
  renderActions,
  renderVisitorActions,
  invite,
  visitor,
  ref,
}: Props) {
  const { data, error, refetch } = useQuery(spotCardQuery(spotId))
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onClose])
  const gone = isMissing(error)
  const spot = gone ? undefined : data
  return (
    <section className={`selected selected-${shape}`} aria-label={m.map_selected()} tabIndex={-1} ref={ref}>
      {shape === 'sheet' ? (
        <Grabber label={m.map_close_card({ name: spot?.name ?? '' })} onClose={onClose} />
      ) : (
        <IconButton
          className="selected-close"
          variant="glass"
          label={m.map_close_card({ name: spot?.name ?? '' })}
          onClick={onClose}
        >
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
      <div className="selected-body">
        {spot && (
          <SelectedSpotCard spot={spot} onShare={() => onShare(spot)} actions={renderActions?.(spot)}>
            {visitor && renderVisitorActions?.(spot)}
            {invite && <Invitation spotId={spotId} />}
            {visitor && (
              <AppLink className="link selected-report" href={noticeOf(spotId)}>
                {m.legal_notice_spot()}
              </AppLink>
            )}
          </SelectedSpotCard>
        )}
        {!spot && !error && (
          <Loading label={m.map_list_loading()}>
            <Skeleton className="selected-skeleton" />
          </Loading>
        )}
        {!spot && error && (
          <div className="spot-list-failed" role="alert">
            <p>{gone ? m.map_card_missing() : m.map_card_failed()}</p>
            <Button variant="line" size="sm" onClick={() => (gone ? onClose() : void refetch())}>
              {gone ? m.map_card_close() : m.map_retry()}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function Invitation({ spotId }: { spotId: string }): ReactNode {
  return (
    <div className="selected-invitation">
      <p>{m.map_sign_in_prompt()}</p>
      <ButtonLink href={`/auth?next=${encodeURIComponent(`/spots/${spotId}`)}`} variant="line" size="sm">
        {m.map_sign_in()}
      </ButtonLink>
    </div>
  )
}

/** The bar at a sheet's top: drawn down it closes the sheet, pressed as well. */
function Grabber({ label, onClose }: { label: string; onClose: () => void }) {
  const from = useRef<number | null>(null)
  const sheet = useRef<HTMLElement | null>(null)
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    if (from.current === null || !sheet.current) return
    sheet.current.style.transform = `translateY(${Math.max(0, event.clientY - from.current)}px)`
  }
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    const distance = from.current === null ? 0 : event.clientY - from.current
    from.current = null
    if (sheet.current) sheet.current.style.transform = ''
    if (distance > SWIPE) onClose()
  }
  return (
    <button
      type="button"
      className="selected-grabber"
      aria-label={label}
      onClick={onClose}
      onPointerDown={(event) => {
        from.current = event.clientY
        sheet.current = event.currentTarget.closest('section')
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  )
}
