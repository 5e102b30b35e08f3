import type { FactValues } from '@nollie/contract'
import {
  FACT_AMENITIES,
  FACT_RIDERS,
  type FactName,
  type FactSwitch,
} from '@nollie/contract/facts/fact-kinds'
import { m } from '../../i18n/messages.ts'
import { looks } from '../../ui/looks.ts'
import { factName, valueText } from './fact-text.ts'
import styles from './facts.module.css'

/** A fact's value. Phone numbers and websites are links. */
export function FactValue({ name, value }: { name: FactName; value: FactValues[FactName] }) {
  if (typeof value === 'string' && name === 'phone')
    return (
      <a className={looks.link} href={`tel:${value.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
        {value}
      </a>
    )
  // Other protocols could run a program.
  if (typeof value === 'string' && name === 'website' && /^https?:\/\//i.test(value))
    return (
      <a className={looks.link} href={value} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
        {value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}
      </a>
    )
  return valueText(name, value)
}

/** Lists which of these facts have a value, or null if none does. */
function listNames(facts: FactValues, names: readonly FactSwitch[], value: boolean): string | null {
  return (
    names
      .filter((name) => facts[name] === value)
      .map(factName)
      .join(' · ') || null
  )
}

/** Who can ride at a spot, and what it has. Omits facts that no one has entered. */
export function GoodToKnow({ facts }: { facts: FactValues }) {
  const rows: [string, string | null][] = [
    [m.facts_allowed(), listNames(facts, FACT_RIDERS, true)],
    [m.facts_not_allowed(), listNames(facts, FACT_RIDERS, false)],
    [m.facts_on_site(), listNames(facts, FACT_AMENITIES, true)],
    [m.facts_not_on_site(), listNames(facts, FACT_AMENITIES, false)],
  ]
  const shown = rows.filter(([, names]) => names !== null)
  if (shown.length === 0) return null
  return (
    <>
      <h3 className={styles.goodToKnow} data-prints="">
        {m.facts_good_to_know()}
      </h3>
      <dl className={styles.facts} data-prints="">
        {shown.map(([label, names]) => (
          <div key={label} className={styles.factWide}>
            <dt>{label}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
