import type { ComponentProps, ReactNode, RefObject } from 'react'
import { classes } from '../../../lib/classes.ts'
import type { Basemap } from '../engine/types.ts'
import { MapCredit } from '../map-credit.tsx'
import { MapState } from '../map-state.tsx'
import type { Made } from '../use-map-box.ts'
import { ZoomButtons } from '../zoom-buttons.tsx'
import styles from '../map.module.css'

type Props = {
  drawing: Made<NonNullable<ComponentProps<typeof ZoomButtons>['map']>>
  basemap: Basemap | null
  frame?: RefObject<HTMLDivElement | null> | undefined
  children?: ReactNode
}

/**
 * The frame of a map that is part of a page or form: canvas, state, zoom buttons, and attribution. Fills its container,
 * which must have a height. The map of all spots has its own frame, `SpotsMap`.
 */
export function SmallMapFrame({ drawing: { box, map, phase, retry }, basemap, frame, children }: Props) {
  return (
    <div className={classes(styles.frame, styles.fill)} ref={frame}>
      <div className={styles.canvas} ref={box} />
      <MapState phase={phase} onRetry={retry} small />
      {phase.kind === 'ready' && (
        <>
          <div className={styles.tools}>
            <ZoomButtons map={map} />
          </div>
          <MapCredit basemap={basemap} />
        </>
      )}
      {children}
    </div>
  )
}
