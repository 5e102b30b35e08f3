import type { FactFeature } from '@nollie/contract/facts/fact-kinds'
import type { SpotType } from '@nollie/contract/spots/spot-types'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { m } from '../../../i18n/messages.ts'
import { classes } from '../../../lib/classes.ts'
import { Chip } from '../../../ui/badge.tsx'
import { looks } from '../../../ui/looks.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { parseFeatures, toggleFeature } from '../../facts/index.ts'
import { type Filters, withFilters } from '../view/map-url.ts'
import type { ChangeFilters } from '../screen/spots-screen-actions.ts'
import { useNearMe } from './use-near-me.ts'
import styles from '../screen/spots-screen.module.css'

type Props = {
  filters: Filters
  onChange: ChangeFilters
  /** Called after "near me" is turned on, to move the map there. */
  onNear: (filters: Filters) => void
  /** Opens the popover with all filters. */
  onMore: () => void
}

/** A chip's filter. `toggle` returns the change that turns it on or off. */
type Quick = {
  name: string
  label: () => string
  isOn: (filters: Filters) => boolean
  toggle: (filters: Filters) => Parameters<typeof withFilters>[1]
}

function makeTypeChip(type: SpotType, label: () => string): Quick {
  return {
    name: type,
    label,
    isOn: (filters) => filters.type === type,
    toggle: (filters) => ({ type: filters.type === type ? undefined : type }),
  }
}

function makeFeatureChip(feature: FactFeature, label: () => string): Quick {
  return {
    name: feature,
    label,
    isOn: (filters) => parseFeatures(filters).includes(feature),
    toggle: (filters) => toggleFeature(filters, feature),
  }
}

const QUICK: readonly Quick[] = [
  {
    name: 'now',
    label: m.map_filter_now,
    isOn: ({ now }) => now === 'skateable',
    toggle: ({ now }) => ({ now: now ? undefined : 'skateable' }),
  },
  makeTypeChip('ledges', m.shell_type_ledges),
  makeTypeChip('park', m.map_quick_parks),
  makeFeatureChip('lit', m.facts_light_full),
  makeFeatureChip('roofed', m.facts_roof_full),
]

/** A row of chips on the map for the most used filters. The last chip opens all filters. */
export function QuickFilters({ filters, onChange, onNear, onMore }: Props) {
  const near = useNearMe(filters, onChange)
  const isNew = useRef(false)
  const goThere = useEffectEvent(() => {
    if (isNew.current) onNear(filters)
    isNew.current = false
  })
  // The filter takes effect only when the position is known, so the map can't move until then.
  useEffect(() => {
    if (filters.near) goThere()
  }, [filters.near])
  const pressNear = async () => {
    isNew.current = true
    if (!(await near.press())) isNew.current = false
  }
  return (
    <div className={styles.quick} role="group" aria-label={m.map_quick_label()}>
      <Chip
        className={styles.quickChip}
        pressed={filters.near === 'me'}
        aria-busy={near.asking}
        onClick={() => void pressNear()}
      >
        {near.asking && <Spinner />}
        {m.map_filter_near()}
      </Chip>
      {QUICK.map(({ name, label, isOn, toggle }) => (
        <Chip
          key={name}
          className={styles.quickChip}
          pressed={isOn(filters)}
          onClick={() => onChange((now) => withFilters(now, toggle(now)))}
        >
          {label()}
        </Chip>
      ))}
      <button
        type="button"
        className={classes(looks.chip, styles.quickChip)}
        aria-label={m.map_quick_more()}
        aria-haspopup="dialog"
        onClick={onMore}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
