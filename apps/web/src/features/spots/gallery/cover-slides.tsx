import type { Media, Spot } from '@nollie/contract'
import { PHOTO_SIZES } from '@nollie/contract/media/picture-sources'
import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { listItems } from '../../../lib/paging.ts'
import { PhotoSlides } from '../../../ui/index.ts'
import { spotGalleryQuery } from '../spot-requests.ts'
import styles from '../spots.module.css'

/** The maximum number of photos in the cover, including the cover photo. */
const COVER_PHOTOS = 5

/** A spot's cover photo. Swiping sideways shows the next photos in its gallery. */
export function CoverSlides({ spot, cover }: { spot: Spot; cover: Media }) {
  const gallery = useInfiniteQuery(spotGalleryQuery(spot.id))
  const others = listItems(gallery.data)
    .filter(({ media, is_cover }) => !is_cover && media.type === 'image' && media.base)
    .slice(0, COVER_PHOTOS - 1)
    .map(({ media, post_id, media_index, user }) => ({
      key: `${post_id}/${media_index}`,
      media,
      alt: media.alt_text ?? m.spots_media_photo({ spot: spot.name, name: getName(user) }),
    }))
  return (
    <PhotoSlides
      slides={[
        { key: 'cover', media: cover, alt: cover.alt_text ?? m.spots_cover_alt({ name: spot.name }) },
        ...others,
      ]}
      label={m.spots_cover_photos()}
      sizes={PHOTO_SIZES.cover}
      className={styles.detailCoverPhotos}
      eager="first"
    />
  )
}
