import type { SpotCard } from '@nollie/contract'
import { PHOTO_SIZES } from '@nollie/contract/media/picture-sources'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { spotKeys } from '../../../lib/keys/spots.ts'
import { getCardPhoto, Loading, Photo, Skeleton } from '../../../ui/index.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../spots.module.css'

/** The cover of a spot's page with the photo and the name from the spot's card, if the map has shown that card. */
export function SpotCoverFromCard({ spotId }: { spotId: string }) {
  const card = useQueryClient().getQueryData<SpotCard>(spotKeys.card(spotId))
  const photo = card && getCardPhoto(card)
  if (!photo) return <Skeleton className={classes(styles.detailCover, styles.detailCoverSkeleton)} />
  return (
    <div className={styles.detailCover}>
      <Photo
        media={photo}
        alt=""
        sizes={PHOTO_SIZES.cover}
        className={styles.detailCoverPhotos}
        eager="first"
      />
      <h1 className={styles.detailName}>
        <bdi>{card.name}</bdi>
      </h1>
    </div>
  )
}

/** The skeleton for a spot's page. */
export function SpotSkeleton({ spotId }: { spotId: string }) {
  return (
    <div>
      <SpotCoverFromCard spotId={spotId} />
      <Loading label={m.spots_loading()} />
    </div>
  )
}
