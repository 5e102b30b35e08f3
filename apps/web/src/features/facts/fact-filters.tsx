import type { FactCounts } from '@nollie/contract'
import {
  FACT_FEATURES,
  type Ground,
  GROUNDS,
  OBSTACLE_KINDS,
  type ObstacleKind,
  SURFACES,
  type Surface,
} from '@nollie/contract/facts/fact-kinds'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { Chip } from '../../ui/badge.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { type CountsInput, factCountsQuery } from './fact-requests.ts'
import { factName, featureText, kindText, materialText, surfaceText } from './fact-text.ts'
import { SizeField } from './obstacle-fields.tsx'
import { isPossible } from './fact-draft.ts'
import { parseFeatures, toggleFeature } from './feature-filter.ts'
import styles from './facts.module.css'

/** The fact filters as they appear in the URL. */
export type FactFilterValues = {
  obstacle?: ObstacleKind
  height_min?: string
  height_max?: string
  surface?: Surface
  ground?: Ground
  features?: string
}

type Change = { [K in keyof FactFilterValues]: FactFilterValues[K] | undefined }

type Props = {
  filters: FactFilterValues
  /** The request for the counts, with the map view and all filters; null if there's no view yet. */
  counted: CountsInput | null
  /** Applies a change. If given a function, calls it with the latest filters. */
  choose: (change: Change | ((now: FactFilterValues) => Change)) => void
  /** Applies a change made by typing. */
  type: (change: Change) => void
}

// The total covers only spots with known facts. Without a fact filter, other spots match too, so it isn't shown.
function isChosen({
  obstacle,
  height_min,
  height_max,
  surface,
  ground,
  features,
}: FactFilterValues): boolean {
  return Boolean(obstacle || height_min || height_max || surface || ground || features)
}

function withCount(text: string, count: number | undefined): string {
  return count === undefined ? text : m.facts_filter_counted({ what: text, count: numberText(count) })
}

// The server may omit counts of 0. While the counts are loading, no choice is disabled.
function hasNone<K extends string>(counts: Partial<Record<K, number>> | undefined, choice: K): boolean {
  return counts !== undefined && !counts[choice]
}

function parseHeight(text: string | undefined): number | null {
  return text ? Number(text) : null
}

/**
 * Filters for obstacles, height, ground, and more, each with the number of matching spots in view. Choices that match
 * no spots are disabled.
 */
export function FactFilters({ filters, counted, choose, type }: Props) {
  const { data } = useQuery(factCountsQuery(counted))
  return (
    <section className={styles.filters} aria-labelledby="fact-filters">
      <h3 className={styles.filtersTitle} id="fact-filters">
        {m.facts_title()}
        {data && isChosen(filters) && (
          <span className={styles.filtersCount}>
            {m.facts_filter_total({ count: data.total, shown: numberText(data.total) })}
          </span>
        )}
      </h3>
      <Select
        label={m.facts_obstacle()}
        none={m.facts_filter_any()}
        values={OBSTACLE_KINDS}
        toText={(kind) => withCount(kindText(kind), data && (data.obstacles[kind] ?? 0))}
        isDisabled={(kind) => hasNone(data?.obstacles, kind)}
        value={filters.obstacle ?? null}
        onChoose={(obstacle) => choose({ obstacle: obstacle ?? undefined })}
      />
      <Heights filters={filters} type={type} />
      <Select
        label={m.facts_filter_surface()}
        none={m.facts_filter_any()}
        values={SURFACES}
        toText={(surface) => withCount(surfaceText(surface), data && (data.surfaces[surface] ?? 0))}
        isDisabled={(surface) => hasNone(data?.surfaces, surface)}
        value={filters.surface ?? null}
        onChoose={(surface) => choose({ surface: surface ?? undefined })}
      />
      <Select
        label={factName('ground')}
        none={m.facts_filter_any()}
        values={GROUNDS}
        toText={(ground) => withCount(materialText(ground), data && (data.grounds[ground] ?? 0))}
        isDisabled={(ground) => hasNone(data?.grounds, ground)}
        value={filters.ground ?? null}
        onChoose={(ground) => choose({ ground: ground ?? undefined })}
      />
      <Features filters={filters} choose={choose} counts={data} />
    </section>
  )
}

function Heights({ filters, type }: Pick<Props, 'filters' | 'type'>) {
  const field = (name: 'height_min' | 'height_max', label: string) => (
    <SizeField
      label={label}
      cm={parseHeight(filters[name])}
      error={isPossible('height_cm', parseHeight(filters[name])) ? undefined : m.facts_measure_out_of_range()}
      // Invalid heights don't filter anything.
      onType={(cm) => type({ [name]: cm !== null && isPossible('height_cm', cm) ? String(cm) : undefined })}
    />
  )
  return (
    <div className={styles.pair}>
      {field('height_min', m.facts_filter_height_min())}
      {field('height_max', m.facts_filter_height_max())}
    </div>
  )
}

type FeaturesProps = Pick<Props, 'filters' | 'choose'> & { counts: FactCounts | undefined }

function Features({ filters, choose, counts }: FeaturesProps) {
  const chosen = parseFeatures(filters)
  return (
    <div className={styles.chips} role="group" aria-label={m.facts_filter_features()}>
      {FACT_FEATURES.map((feature) => (
        <Chip
          key={feature}
          pressed={chosen.includes(feature)}
          disabled={!chosen.includes(feature) && hasNone(counts?.features, feature)}
          onClick={() => choose((now) => toggleFeature(now, feature))}
        >
          {withCount(featureText(feature), counts && (counts.features[feature] ?? 0))}
        </Chip>
      ))}
    </div>
  )
}
