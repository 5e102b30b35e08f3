import type { SpotCard } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { PhotoSlides } from '../../../ui/photos/photo-slides.tsx'
import { visitorMediaQuery } from '../map-requests.ts'
import { SpotPhoto } from './spot-card-parts.tsx'
import styles from './spot-cards.module.css'

type Props = { spot: SpotCard; sizes: string; className?: string | undefined }

/** The spot photos that visitors can see, one at a time, in place of the card's photo. Videos show their poster. */
export function VisitorPhotos({ spot, sizes, className = styles.spotPhoto }: Props) {
  const { data } = useQuery(visitorMediaQuery(spot.id))
  const alt = m.map_photo_of({ name: spot.name })
  const slides = (data?.items ?? [])
    .filter(({ base }) => base !== null)
    .map((media) => ({ key: media.id, media, alt }))
  if (slides.length < 2) return <SpotPhoto spot={spot} sizes={sizes} className={className} />
  return <PhotoSlides slides={slides} label={alt} sizes={sizes} className={className} />
}
