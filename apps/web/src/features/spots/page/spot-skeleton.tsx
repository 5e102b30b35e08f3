import type { SpotCard } from '@nollie/contract'
import { PHOTO_SIZES } from '@nollie/contract/media/picture-sources'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { spotKeys } from '../../../lib/keys/spots.ts'
import { getCardPhoto, Loading, Photo, Skeleton } from '../../../ui/index.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../spots.module.css'

/** The skeleton for a spot's page. If the map has shown the spot's card, it already has the photo and the name. */
export function SpotSkeleton({ spotId }: { spotId: string }) {
  const card = useQueryClient().getQueryData<SpotCard>(spotKeys.card(spotId))
  const photo = card && getCardPhoto(card)
  if (!photo)
    return (
      <Loading label={m.spots_loading()}>
        <Skeleton className={classes(styles.detailCover, styles.detailCoverSkeleton)} />
      </Loading>
    )
  return (
    <div>
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
      <Loading label={m.spots_loading()} />
    </div>
  )
}
