import type { SpotCard } from '@nollie/contract'
import { CornerUpRight, Heart, Images, MessageCircle, Navigation } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { m } from '../../../i18n/messages.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx'
import { AppLink } from '../../../ui/link.tsx'
import { getCardPhoto, Photo } from '../../../ui/photos/photo.tsx'
import { directionsLink, mapsLink } from '../../../lib/places/maps-links.ts'
import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { LazySpotCondition, StoppedBadge } from '../../checks/index.ts'
import { LazyFactLine } from '../../facts/index.ts'
import { Skateable } from '../../conditions/index.ts'
import { LazyDirection } from '../../places/index.ts'
import { Badges, GoneBadge, Place, SpotPhoto } from './spot-card-parts.tsx'
import { CARD_PHOTO_SIZES } from './photo-sizes.ts'
import styles from './spot-cards.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

function loadMenu() {
  return import('./selected-spot-menu.tsx')
}

const SelectedSpotMenu = lazyPart(() =>
  loadMenu().then(({ SelectedSpotMenu }) => ({ default: SelectedSpotMenu })),
)
type PhotosProps = { spot: SpotCard; sizes: string; className?: string | undefined }

// If the code can't be loaded, the spot's photo remains.
const VisitorPhotos = lazyPart<PhotosProps>(async () => {
  await afterFirstScreen()
  const part = await import('./visitor-photos.tsx').catch(() => null)
  return { default: part?.VisitorPhotos ?? SpotPhoto }
})

/** The width of a photo across the sheet, as in `<img sizes>`. */
const WIDE_SIZES = 'min(100vw - 32px, 528px)'

/** The spot's first photos, which visitors can swipe through because they can't open the spot's page. */
function SwipedPhotos({ className, ...photo }: PhotosProps) {
  return (
    <Suspense fallback={<SpotPhoto {...photo} className={className} />}>
      <VisitorPhotos {...photo} className={className} />
    </Suspense>
  )
}

/** What visitors get below the directions: their actions, and on phones the photos across the sheet. */
function VisitorParts({ spot, shape, visitorActions }: CardProps) {
  return (
    <>
      {visitorActions}
      {shape === 'sheet' && getCardPhoto(spot) && (
        <SwipedPhotos spot={spot} sizes={WIDE_SIZES} className={styles.selectedWidePhoto} />
      )}
    </>
  )
}

function Count({ icon, count, label }: { icon: ReactNode; count: number; label: string }) {
  return (
    <span className={styles.spotCount}>
      {icon}
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

function Counts({ spot }: { spot: SpotCard }) {
  return (
    <div className={styles.spotCounts}>
      <Count
        icon={<Images size={20} aria-hidden="true" />}
        count={spot.posts_count}
        label={m.map_posts({ count: spot.posts_count })}
      />
      <Count
        icon={<Heart size={20} aria-hidden="true" />}
        count={spot.likes_count}
        label={m.map_likes({ count: spot.likes_count })}
      />
      <Count
        icon={<MessageCircle size={20} aria-hidden="true" />}
        count={spot.comments_count}
        label={m.map_comments({ count: spot.comments_count })}
      />
    </div>
  )
}

function MapsLinks({ spot }: { spot: SpotCard }) {
  const isExact = spot.is_exact ?? true
  return (
    <div className={styles.selectedWays}>
      <a
        {...buttonLook({ variant: 'primary', size: 'sm', className: styles.selectedMaps })}
        href={directionsLink(spot)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <CornerUpRight aria-hidden="true" />
        {isExact ? m.spots_get_directions() : m.spots_get_directions_area()}
      </a>
      <a
        {...buttonLook({ variant: 'line', size: 'sm', className: styles.selectedMaps })}
        href={mapsLink(spot)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Navigation aria-hidden="true" />
        {isExact ? m.map_view_on_maps() : m.map_view_on_maps_area()}
      </a>
    </div>
  )
}

/** A large photo and a link to the spot's page, at the end of the sheet. */
function PageLink({ spot }: { spot: SpotCard }) {
  const media = getCardPhoto(spot)
  return (
    <AppLink className={styles.selectedOpen} href={`/spot/${spot.id}`}>
      {media && <Photo media={media} alt="" sizes={WIDE_SIZES} className={styles.selectedWidePhoto} />}
      <span {...buttonLook({ variant: 'ink', wide: true })}>{m.map_card_open()}</span>
    </AppLink>
  )
}

type CardProps = {
  spot: SpotCard
  onShare: () => void
  /** Whether the viewer is signed out. */
  visitor: boolean
  shape: 'sheet' | 'panel'
  /** A visitor's actions at the spot. */
  visitorActions?: ReactNode
  /** Extra items for the card's menu. */
  actions?: ReactNode
  /** The other spots in view. */
  inView?: ReactNode
  /** Content below the card, e.g. the invitation to sign in. */
  children?: ReactNode
}

/**
 * The selected spot's card; its name links to the spot's page. It starts with the essentials, which are the only
 * content that the sheet shows at its peek. Waits for its parts' code, and reserves space for content that loads later,
 * so that nothing shifts during a tap.
 */
export function SelectedSpotCard(props: CardProps) {
  const { spot, shape, visitor, inView, children } = props
  return (
    <>
      <Essentials {...props} />
      <MapsLinks spot={spot} />
      {visitor && <VisitorParts {...props} />}
      <div className={styles.selectedFacts}>
        <Badges spot={spot} />
        {spot.facts && <LazyFactLine facts={spot.facts} />}
      </div>
      {inView}
      <LazyDirection to={spot} />
      <LazySpotCondition spot={spot} />
      {spot.description && (
        <p className={styles.selectedText} dir="auto">
          {spot.description}
        </p>
      )}
      {spot.name_is_guess && <p className={styles.spotSource}>{m.map_name_is_guess()}</p>}
      {spot.source && (
        <p className={styles.spotSource}>
          {m.map_source({ name: spot.source.name, licence: spot.source.licence })}
        </p>
      )}
      <Counts spot={spot} />
      {children}
      {shape === 'sheet' && !visitor && <PageLink spot={spot} />}
    </>
  )
}

/** The photo, name, place, and status. */
function Essentials({ spot, shape, visitor, onShare, actions }: CardProps) {
  const label = m.map_card_menu({ name: spot.name })
  const CardPhoto = visitor && shape === 'panel' ? SwipedPhotos : SpotPhoto
  const hasWide = visitor && shape === 'sheet' && getCardPhoto(spot) !== null
  return (
    <div
      className={styles.selectedTop}
      data-gone={spot.status === 'gone' ? '' : undefined}
      data-wide={hasWide ? '' : undefined}
      data-pressable=""
    >
      <div className={styles.selectedPhoto}>
        <CardPhoto spot={spot} sizes={CARD_PHOTO_SIZES} />
        <div className={styles.selectedMenu}>
          <LazyMenu label={label} variant="glass" load={loadMenu}>
            <SelectedSpotMenu label={label} spotId={spot.id} onShare={onShare} actions={actions} />
          </LazyMenu>
        </div>
      </div>
      <div className={styles.selectedWords}>
        <h2 className={styles.selectedName}>
          <AppLink href={`/spot/${spot.id}`}>
            <bdi>{spot.name}</bdi>
          </AppLink>
        </h2>
        <Place spot={spot} />
        {spot.status === 'gone' ? (
          <GoneBadge />
        ) : (
          <div className={styles.selectedState}>
            <StoppedBadge condition={spot.standing} />
          </div>
        )}
        <Skateable spot={spot} brief />
      </div>
    </div>
  )
}
