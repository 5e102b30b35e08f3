import type { SpotCard } from '@nollie/contract'
import { Suspense } from 'react'
import { DifficultyBadge } from '../../../ui/badge.tsx'
import { typeLabel } from '../../../ui/text/spot-type-label.ts'
import { TypeGlyph } from '../../../ui/text/type-glyph.tsx'
import { StoppedBadge } from '../../checks/index.ts'
import { LazyFactLine } from '../../facts/index.ts'
import { GoneBadge, Place, SpotPhoto, getTypes } from '../card/spot-card-parts.tsx'
import styles from '../card/spot-cards.module.css'

/** A spot in the list beside the map. Clicking it selects the spot on the map; the menu is on `SelectedSpotCard`. */
export function SpotListCard({ spot, onSelect }: { spot: SpotCard; onSelect: () => void }) {
  const types = getTypes(spot)
  return (
    <article className={styles.spotRow} data-gone={spot.status === 'gone' ? '' : undefined}>
      <SpotPhoto spot={spot} square sizes="92px" />
      <div className={styles.spotRowFacts}>
        <h3 className={styles.spotRowName}>
          <button type="button" onClick={onSelect}>
            <bdi>{spot.name}</bdi>
          </button>
        </h3>
        <Place spot={spot} />
        {spot.facts && (
          <Suspense fallback={<p className={styles.spotPlace}>{'\u00a0'}</p>}>
            <LazyFactLine facts={spot.facts} />
          </Suspense>
        )}
        <div className={styles.spotBadges}>
          {spot.status === 'gone' && <GoneBadge />}
          <StoppedBadge condition={spot.standing} />
          {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
          {types.slice(0, 4).map((type) => (
            <span key={type} title={typeLabel(type)}>
              <TypeGlyph type={type} size={26} />
              <span className="sr-only">{typeLabel(type)}</span>
            </span>
          ))}
        </div>
      </div>
    </article>
  )
}
