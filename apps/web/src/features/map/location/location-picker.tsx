import { LocateButton } from '../../places/index.ts'
import { MapCredit } from '../map-credit.tsx'
import { SPOT_ZOOM } from '../view/spot-zoom.ts'
import type { Point } from '../map-requests.ts'
import { MapState } from '../map-state.tsx'
import { NoStreets } from '../streets/no-streets.tsx'
import { SearchField } from '../search/search-field.tsx'
import { usePickerMap } from './use-picker-map.ts'
import { ZoomButtons } from '../zoom-buttons.tsx'
import styles from '../map.module.css'
import searchFieldStyles from '../search/search-field.module.css'

type Props = {
  value: Point | null
  /** Called when the person places the pin by clicking, by dragging, or with the keyboard. */
  onPick: (point: Point) => void
  /** The spot type whose glyph is on the pin: the first type that was selected. */
  type: string | null
}

/**
 * A map for placing a pin. If `value` changes from outside (typed in, or from a photo), the map moves there. If the
 * person places the pin, the map stays put. The custom property `--picker-h` sets the map's height.
 */
export function LocationPicker(props: Props) {
  const { value } = props
  const { box, map, phase, retry, basemap, streetless, pick, locate } = usePickerMap(props)
  return (
    <div className={styles.picker}>
      <div className={styles.frame} data-search="">
        <div className={styles.canvas} ref={box} />
        <MapState phase={phase} onRetry={retry} small />
        <div className={searchFieldStyles.mapPlaceSearch}>
          <SearchField
            spots={false}
            value=""
            onSearch={() => undefined}
            onSubmit={() => Promise.resolve(false)}
            onSpot={() => undefined}
            onPlace={({ bounds, ...at }) => {
              if (bounds) map?.fitBounds(bounds)
              else map?.flyTo({ ...at, zoom: SPOT_ZOOM })
            }}
            onPoint={(at) => {
              map?.setPoint(at, SPOT_ZOOM)
              pick(at)
            }}
            ready={phase.kind !== 'config' && phase.kind !== 'building'}
            near={() => map?.view() ?? value}
          />
        </div>
        {phase.kind === 'ready' && (
          <>
            <div className={styles.tools}>
              <ZoomButtons map={map} />
              <LocateButton onPress={() => void locate()} />
            </div>
            <MapCredit basemap={basemap} />
          </>
        )}
      </div>
      {phase.kind === 'ready' && streetless && <NoStreets point={value} />}
    </div>
  )
}
