import { FACT_FEATURES, type FactFeature } from '@nollie/contract/facts/fact-kinds'

/** The map's filter by features: comma-separated, absent if there are none. */
type Chosen = { features?: string }

/** Returns the features that are filtered by. */
export function parseFeatures({ features = '' }: Chosen): FactFeature[] {
  const wanted = features.split(',')
  return FACT_FEATURES.filter((feature) => wanted.includes(feature))
}

/** Returns the filter with one feature added, or removed if it was on. */
export function toggleFeature(now: Chosen, feature: FactFeature): { features: string | undefined } {
  const chosen = parseFeatures(now)
  const next = chosen.includes(feature) ? chosen.filter((one) => one !== feature) : [...chosen, feature]
  return { features: next.toSorted().join(',') || undefined }
}
