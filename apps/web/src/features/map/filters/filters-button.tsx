import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { buttonLook } from '../../../ui/button.tsx'
import type { FiltersProps } from './filters-popover.tsx'
import { countFilters } from '../view/map-url.ts'
import styles from '../screen/spots-screen.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded on demand, because the popover's code is larger than the code for the other controls.
function load() {
  return import('./filters-popover.tsx')
}

const FiltersPopover = lazyPart(() => load().then(({ FiltersPopover }) => ({ default: FiltersPopover })))

/** The button that opens the filters. The popover's code loads on first use. */
export function FiltersButton(props: FiltersProps) {
  const { open, onOpenChange } = props
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  const on = countFilters(props.filters)
  const button = (
    <Trigger
      on={on}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => onOpenChange(true)}
      onPointerEnter={() => void load().catch(() => undefined)}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <FiltersPopover {...props} trigger={<Trigger on={on} />} />
    </Suspense>
  ) : (
    button
  )
}

function Trigger({ on, ...button }: { on: number } & ComponentProps<'button'>) {
  return (
    <button type="button" {...button} {...buttonLook({ className: styles.mapFilters })}>
      <SlidersHorizontal aria-hidden="true" />
      {on === 0 ? (
        m.map_filters()
      ) : (
        <>
          <span className="sr-only">{m.map_filters_on({ count: on })}</span>
          <span aria-hidden="true">{m.map_filters()}</span>
          <span className={styles.mapFiltersCount} aria-hidden="true">
            {on}
          </span>
        </>
      )}
    </button>
  )
}
