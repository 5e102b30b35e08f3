import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SpotCoverFromCard } from './spot-skeleton.tsx'
import { spotGalleryQuery, spotQuery } from '../spot-requests.ts'
import styles from '../spots.module.css'

function load() {
  return import('./spot-screen.tsx')
}

const SpotScreen = lazyPart(() => load().then(({ SpotScreen }) => ({ default: SpotScreen })))

type Props = { spotId: string; isOpen: boolean; onBack: () => void }

/**
 * A spot's page in the map's sheet. Until it's open, only its cover is shown, so that nothing but the photo has to load
 * while a finger pulls the sheet up. The page's code and its first responses load in the meantime.
 */
export function SpotInSheet({ spotId, isOpen, onBack }: Props) {
  const client = useQueryClient()
  useEffect(() => {
    load().catch(() => undefined)
    void client.prefetchQuery(spotQuery(spotId))
    void client.prefetchInfiniteQuery(spotGalleryQuery(spotId))
  }, [client, spotId])
  const cover = (
    <div className={styles.detailLayout}>
      <SpotCoverFromCard spotId={spotId} />
    </div>
  )
  if (!isOpen) return cover
  return (
    <Suspense fallback={cover}>
      <SpotScreen spotId={spotId} sheet={{ onBack }} />
    </Suspense>
  )
}
