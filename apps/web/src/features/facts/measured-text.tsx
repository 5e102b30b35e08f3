import type { FactMeasurement } from '@nollie/contract'
import { doAgree, together } from '@nollie/contract/facts/measure-by-deck'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { sizeText } from '../../lib/text/size-text.ts'
import { measurementsQuery } from './fact-requests.ts'
import styles from './facts.module.css'

type Size = { cm: number; error_cm: number }

/** Formats a measured size with its expected error: `46 cm ± 3 cm`. */
export function measuredSize({ cm, error_cm }: Size): string {
  return m.facts_measured_size({ size: sizeText(cm), error: sizeText(Math.max(1, error_cm)) })
}

function isLength(length: Size | null): length is Size {
  return length !== null
}

/** Describes whether an obstacle's measurements agree; null if there is only one. */
export function agreementText(measurements: readonly FactMeasurement[]): string | null {
  const heights = doAgree(measurements.map(({ height }) => height))
  if (heights === null) return null
  const lengths = doAgree(measurements.map(({ length }) => length).filter(isLength))
  return heights && lengths !== false ? m.facts_measured_agree() : m.facts_measured_differ()
}

/** The combined result of an obstacle's measurements, and whether they agree. */
export function MeasuredText({ spotId, obstacleId }: { spotId: string; obstacleId: string }) {
  const { data } = useQuery(measurementsQuery(spotId))
  const own = data?.items.filter(({ obstacle_id }) => obstacle_id === obstacleId) ?? []
  if (own.length === 0) return null
  const size = measuredSize(together(own.map(({ height }) => height)))
  const count = own.length
  const measured = m.facts_measured({ count, shown: numberText(count), size })
  return <p className={styles.measured}>{[measured, agreementText(own)].filter(Boolean).join(' · ')}</p>
}
