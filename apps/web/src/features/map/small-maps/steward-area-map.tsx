import type { Corner } from '@nollie/contract/stewards/area-shape'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { DEFAULT_VIEW } from '../view/default-view.ts'
import type { Basemap } from '../engine/types.ts'
import { firstViewQuery, viewOn } from '../view/first-view.ts'
import { SmallMapFrame } from './small-map-frame.tsx'
import { useMapBox } from '../use-map-box.ts'

type Props = {
  corners: readonly Corner[]
  /** Called with the new corners while drawing. If absent, the area is read-only. */
  onCorners?: (corners: Corner[]) => void
  label: string
  cornerLabel: (n: number) => string
}

/** A map for viewing or drawing one area. Fills its container, which must have a height. */
export function AreaMap({ corners, onCorners, label, cornerLabel }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const isNew = corners.length === 0
  const first = useQuery({ ...firstViewQuery, enabled: isNew })
  const drawn = useEffectEvent((next: Corner[]) => onCorners?.(next))
  const drawing = useMapBox(
    (engine, element, style) => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      const at = corners[0]
      const view = first.data ? viewOn(first.data, size) : DEFAULT_VIEW
      const made = new engine.AreaMap(element, {
        view: at ? { ...at, zoom: 9 } : view,
        basemap: style,
        label,
        cornerLabel,
        onBasemap: setBasemap,
        ...(onCorners && { onCorners: (next: Corner[]) => drawn(next) }),
      })
      made.setCorners(corners)
      made.fit()
      return made
    },
    { wait: isNew && first.isPending },
  )
  const { map } = drawing
  useEffect(() => map?.setCorners(corners), [map, corners])
  return (
    <SmallMapFrame {...{ drawing, basemap }}>
      {onCorners && <span className="sr-only">{m.stewards_draw_keys()}</span>}
    </SmallMapFrame>
  )
}
