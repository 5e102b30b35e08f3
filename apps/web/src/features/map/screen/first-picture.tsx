import type { MapCluster, MapPin } from '@nollie/contract/map/map-codec'
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { onTheme, themeNow } from '../../../lib/theme.ts'
import { useBrowserValue } from '../../../lib/use-browser-value.ts'
import { getFamily, TypePin } from '../../../ui/text/type-glyph.tsx'
import { choosePins, pinKey } from '../choose-pins.ts'
import { clusterLabel, clusterSize, PINS_FROM } from '../cluster-size.ts'
import type { Bounds, SelectedSpot, SpotItems, View } from '../engine/types.ts'
import styles from './first-picture.module.css'
import { toBackgroundTiles, placesIn } from './background-tiles.ts'
import type { TileView } from '../view/view-tiles.ts'

type Props = {
  view: View
  /** The tiles that cover the box. */
  tiles: TileView
  /** The visible area; null if it's the whole world. */
  area: Bounds | null
  /** The spots on the map; undefined while loading. */
  spots: SpotItems | undefined
  selected: SelectedSpot | null
  /** Called when the ground is visible or takes too long to load. */
  onShown: () => void
}

/** Maximum wait for the ground, in ms. */
const GROUND_MS = 1_500

/**
 * A placeholder shown until the engine has drawn the map: image tiles from the server with spots at their positions.
 * Clicks pass through it to the map.
 */
export function FirstPicture({ view, tiles, area, spots, selected, onShown }: Props) {
  const theme = useBrowserValue(onTheme, themeNow)
  const ground = toBackgroundTiles(view, tiles)
  const settled = useSettled(ground.length, onShown)
  const place = placesIn(view)
  const at = (spot: { latitude: number; longitude: number }) => fromMiddle(place(spot))
  const pins = spots?.pins.toSorted((a, b) => b.latitude - a.latitude) ?? []
  const chosen = useMemo(() => choosePins(spots?.pins ?? [], area), [spots, area])
  const isPin = (pin: MapPin) => view.zoom >= PINS_FROM && chosen.has(pinKey(pin))
  return (
    <div className={styles.picture} data-testid="map-first" aria-hidden="true">
      {ground.map(({ path, width, height, ...corner }) => (
        <img
          key={path}
          src={`/previews/ground/${theme}/${path}.webp`}
          alt=""
          style={{ ...fromMiddle(corner), width, height }}
          onLoad={settled}
          onError={settled}
        />
      ))}
      {[Dot, SpotPin].map((Pin) =>
        pins
          .filter((pin) => isPin(pin) === (Pin === SpotPin))
          .map((pin) => <Pin key={pin.ref} pin={pin} style={at(pin)} />),
      )}
      {spots?.clusters.map((cluster) => (
        <Cluster key={`${cluster.latitude}/${cluster.longitude}`} cluster={cluster} style={at(cluster)} />
      ))}
      {selected && (
        <span className={styles.pin} style={at(selected)}>
          <TypePin type={selected.type} size={54} selected />
        </span>
      )}
    </div>
  )
}

/**
 * Returns a function to call for each of `count` images. `then` runs after the last one, or after {@link GROUND_MS}.
 */
function useSettled(count: number, then: () => void): () => void {
  const [done, setDone] = useState(0)
  const isOver = done >= count
  const over = useEffectEvent(then)
  useEffect(() => {
    if (isOver) return over()
    const timer = setTimeout(over, GROUND_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  return () => setDone((before) => before + 1)
}

// Offsets are in pixels from the center, so the box's size doesn't matter.
function fromMiddle({ x, y }: { x: number; y: number }): CSSProperties {
  return {
    left: `calc(50% + ${x}px)`,
    top: `calc(50% + ${y}px)`,
  }
}

type PinProps = { pin: MapPin; style: CSSProperties }

function Dot({ pin: { type, gone, look }, style }: PinProps) {
  return (
    <span
      className={styles.dot}
      data-type={type}
      data-shape={getFamily(type)}
      data-gone={gone ? '' : undefined}
      data-look={look}
      style={style}
    />
  )
}

function SpotPin({ pin: { type, gone, look }, style }: PinProps) {
  return (
    <span className={styles.pin} data-look={look} style={style}>
      <TypePin type={type} gone={gone} />
    </span>
  )
}

// The ring around a cluster shows the proportions of the spot types, the same way the engine draws it.
function drawRing({ mix }: MapCluster): string {
  const whole = mix.reduce((sum, { eighths }) => sum + eighths, 0)
  let turn = 0
  const arcs = mix.map(({ type, eighths }) => {
    const from = turn
    turn += eighths / whole
    return `var(--type-${type}) ${from}turn ${turn}turn`
  })
  return arcs.length > 0 ? `conic-gradient(${arcs.join(',')})` : 'linear-gradient(var(--line-strong) 0 0)'
}

function Cluster({ cluster, style }: { cluster: MapCluster; style: CSSProperties }) {
  const [size, label] = [clusterSize(cluster.n), clusterLabel(cluster.n)]
  const look = {
    '--ring': drawRing(cluster),
    width: size,
    height: size,
    fontSize: Math.round(size * (label.length > 3 ? 0.22 : 0.29)),
  } as CSSProperties
  return (
    <span className={styles.cluster} style={{ ...style, ...look }}>
      {label}
    </span>
  )
}
