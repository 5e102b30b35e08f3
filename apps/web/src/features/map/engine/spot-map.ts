import {
  isPinOf,
  type MapCluster,
  type MapPin,
  PIN_LOOKS,
  type PinLook,
  toWorld,
  fromWorld,
} from '@nollie/contract/map/map-codec'
import type { Corner } from '@nollie/contract/stewards/area-shape'
import { type SpotType, toSpotType } from '@nollie/contract/spots/spot-types'
import { outlineLayers, outlineSource, toOutlines } from './steward-area-outline.ts'
import { BaseMap, type Overlay } from './base-map.ts'
import { choosePins, pinKey } from '../choose-pins.ts'
import { clusterSize, PINS_FROM } from '../cluster-size.ts'
import { clusterKey, drawCluster } from './draw-cluster.ts'
import { type GeoJSONSource, type GeoJSONSourceSpecification, Marker } from './gl.ts'
import { showPinPhoto } from './pin-photo.ts'
import { selectedPin } from './selected-pin.ts'
import { PIN_FOOT, pinPainter, RATIO } from './pin-images.ts'
import type { Bounds, MapStart, Me, SelectedSpot, SpotItems, View } from './types.ts'

type Listeners = {
  /** Called when the view changes. `settled`: the movement has ended. `byHand`: a person moved the map. */
  onMove: (view: View, bounds: Bounds, settled: boolean, byHand: boolean) => void
  /** Called with the pin that was clicked, or null if the click missed all pins. */
  onSelect: (pin: MapPin | null) => void
  /** Called when the person drags the map. */
  onDrag?: () => void
}

/** The minimum distance (px) from the map's top edge at which the search doesn't cover a pin's tip. */
const PIN_TOP = 176

/** The radius (px) of a pin's head. */
const PIN_RADIUS = 18

/** The map of spots: pins, dots, and clusters on a {@link BaseMap}. */
export class SpotMap {
  readonly #base: BaseMap
  readonly #listeners: Listeners
  #items: SpotItems = { zoom: 0, clusters: [], pins: [] }
  #areas: readonly (readonly Corner[])[] = []
  #selected: { spot: SelectedSpot; marker: Marker } | null = null
  /** The keys of the spots that are drawn as pins at close zooms. */
  #pins: ReadonlySet<string> = new Set()
  #paint = pinPainter()
  #round = 0

  constructor(container: HTMLElement, start: MapStart, listeners: Listeners) {
    this.#listeners = listeners
    this.#base = new BaseMap(container, {
      ...start,
      interactive: !start.still,
      overlay: this.#overlay,
    })
    const { gl } = this.#base
    gl.setMissingStyleImageResolver(this.#image)
    for (const name of ['move', 'moveend'] as const)
      gl.on(name, (event) => {
        const byHand = Boolean(event.originalEvent) || 'byHand' in event
        listeners.onMove(this.#base.view(), this.#base.bounds(), name === 'moveend', byHand)
        if (name === 'moveend') this.#choosePins()
      })
    gl.on('dragstart', () => listeners.onDrag?.())
    gl.on('click', (event) => this.#press(event.point))
    gl.on('mousemove', (event) => {
      const hit = this.#hit(event.point)
      gl.getCanvas().style.cursor = hit ? 'pointer' : ''
      gl.getCanvas().title = hit && 'name' in hit ? hit.name : ''
    })
  }

  /** Replaces the spots on the map. */
  setSpots(items: SpotItems): void {
    this.#items = items
    this.#pins = choosePins(this.#items.pins, this.#base.bounds(), this.#pins)
    void this.#base.gl.getSource<GeoJSONSource>('spots')?.setData(this.#features())
  }

  /** Replaces the area outlines, which are drawn below the spots. */
  setAreas(areas: readonly (readonly Corner[])[]): void {
    this.#areas = areas
    void this.#base.gl.getSource<GeoJSONSource>('area')?.setData(toOutlines(areas))
  }

  /** Highlights one spot. Null clears the highlight. */
  select(spot: SelectedSpot | null): void {
    const before = this.#selected
    if (spot && before && isPinOf({ ref: before.spot.id }, spot.id) && before.spot.gone === spot.gone) {
      before.marker.setLngLat([spot.longitude, spot.latitude])
      showPinPhoto(before.marker.getElement(), spot)
      this.#selected = { ...before, spot }
      return
    }
    this.#selected?.marker.remove()
    this.#selected = null
    if (spot) {
      const element = selectedPin(spot)
      showPinPhoto(element, spot)
      const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([spot.longitude, spot.latitude])
      this.#selected = { spot, marker: marker.addTo(this.#base.gl) }
    }
    void this.#base.gl.getSource<GeoJSONSource>('spots')?.setData(this.#features())
  }

  /**
   * Moves the map until the selected spot is visible next to the card. `covered` is how much of the map's bottom and
   * left the card covers (px). If the map is already moving, waits until it stops, so that the animation isn't cut
   * short.
   */
  reveal(spot: SelectedSpot, covered: { bottom: number; left: number }): void {
    const { gl } = this.#base
    if (gl.isMoving()) {
      const again = () => requestAnimationFrame(() => this.#isShown(spot) && this.reveal(spot, covered))
      return void gl.once('moveend', again)
    }
    const { x, y } = gl.project(this.#near(spot.longitude, spot.latitude))
    const [width, height] = [gl.getContainer().clientWidth, gl.getContainer().clientHeight - covered.bottom]
    // If there's no room below the search, the pin is next to it, in the right half of the map.
    const isLow = height < PIN_TOP + 20
    const left = (isLow && covered.left === 0 ? width / 2 : covered.left) + 40
    const right = width - 40
    const foot = height - (isLow ? 8 : 20)
    const top = Math.min(PIN_TOP, foot)
    const dx = x < left ? x - left - 50 : x > right ? x - right + 50 : 0
    const dy = y < top ? y - Math.min(top + 20, foot) : y > foot ? y - Math.max(foot - 40, top) : 0
    if (dx || dy) gl.panBy([dx, dy])
  }

  /** Redraws everything in the current theme's colors. */
  setTheme(): void {
    this.#paint = pinPainter()
    this.#round += 1
    this.#base.draw()
  }

  view = (): View => this.#base.view()
  bounds = (): Bounds => this.#base.bounds()
  flyTo = (view: View): void => this.#base.flyTo(view)
  jumpTo = (view: View): void => this.#base.jumpTo(view)
  fitBounds = (bounds: Bounds): void => this.#base.fitBounds(bounds)
  showMe = (me: Me | null): void => this.#base.showMe(me)
  /** Centers the map on the person without changing the zoom. */
  followMe = ({ latitude, longitude }: Me): void =>
    void this.#base.gl.easeTo({ center: [longitude, latitude], duration: 600 })
  zoomBy = (steps: number): void =>
    void this.#base.gl.easeTo({ zoom: this.#base.gl.getZoom() + steps }, { byHand: true })
  destroy = (): void => {
    this.#selected = null
    this.#base.destroy()
  }

  // Image names contain a version number, so that a theme change draws new images.
  readonly #image = async (id: string): Promise<void> => {
    const { gl } = this.#base
    const [, kind, ...rest] = id.split(':')
    const name = rest.join(':')
    const drawn =
      kind === 'cluster'
        ? await drawCluster(name)
        : kind === 'pin' || kind === 'dot'
          ? await this.#paint(kind, ...parseLook(name))
          : null
    if (drawn && !gl.hasImage(id)) gl.addImage(id, drawn, { pixelRatio: RATIO })
  }

  readonly #overlay: Overlay = () => {
    const picture = (prop: string) => ['concat', `${this.#round}:`, ['get', prop]] as never
    // Icons may overlap, so that all of them are drawn. Map labels avoid them.
    const icons = { 'icon-allow-overlap': true } as const
    return {
      sources: {
        area: outlineSource(this.#areas),
        spots: { type: 'geojson', data: this.#features() } satisfies GeoJSONSourceSpecification,
      },
      layers: [
        ...outlineLayers(0.05),
        {
          id: 'spot-dots',
          type: 'symbol',
          source: 'spots',
          maxzoom: PINS_FROM,
          filter: ['has', 'dot'],
          layout: { ...icons, 'icon-image': picture('dot') },
        },
        {
          id: 'spot-other-dots',
          type: 'symbol',
          source: 'spots',
          minzoom: PINS_FROM,
          filter: ['all', ['has', 'dot'], ['!', ['has', 'pin']]],
          layout: { ...icons, 'icon-image': picture('dot') },
        },
        {
          id: 'spot-pins',
          type: 'symbol',
          source: 'spots',
          minzoom: PINS_FROM,
          filter: ['has', 'pin'],
          layout: {
            ...icons,
            'icon-image': picture('pin'),
            'icon-anchor': 'bottom',
            'icon-offset': [0, PIN_FOOT],
            'symbol-z-order': 'viewport-y',
          },
        },
        {
          id: 'spot-clusters',
          type: 'symbol',
          source: 'spots',
          filter: ['has', 'cluster'],
          layout: { ...icons, 'icon-image': picture('cluster'), 'symbol-z-order': 'viewport-y' },
        },
      ],
    }
  }

  #features() {
    const at = ({ longitude, latitude }: MapPin | MapCluster) => ({
      type: 'Point' as const,
      coordinates: [longitude, latitude],
    })
    const selected = this.#selected?.spot.id
    const pins = this.#items.pins
      .filter((pin) => !selected || !isPinOf(pin, selected))
      .map((pin) => ({
        geometry: at(pin),
        properties: pictures(pin, this.#pins.has(pinKey(pin))),
      }))
    const clusters = this.#items.clusters.map((cluster) => ({
      geometry: at(cluster),
      properties: { cluster: `cluster:${clusterKey(cluster)}` },
    }))
    return {
      type: 'FeatureCollection' as const,
      features: [...pins, ...clusters].map((feature) => ({ type: 'Feature' as const, ...feature })),
    }
  }

  // Called when the map has stopped, so that nothing changes its shape while it moves.
  #choosePins(): void {
    const next = choosePins(this.#items.pins, this.#base.bounds(), this.#pins)
    if (next.size === this.#pins.size && [...next].every((key) => this.#pins.has(key))) return
    this.#pins = next
    void this.#base.gl.getSource<GeoJSONSource>('spots')?.setData(this.#features())
  }

  #isShown = ({ id }: SelectedSpot): boolean => this.#selected?.spot.id === id

  // The map repeats around the world. This returns the copy of a place that is nearest to the center.
  #near(longitude: number, latitude: number): [number, number] {
    const middle = this.#base.gl.getCenter().lng
    return [longitude + Math.round((middle - longitude) / 360) * 360, latitude]
  }

  /**
   * Returns the topmost pin or cluster at a screen position. It uses the data, so it doesn't have to wait for a frame.
   */
  #hit(point: { x: number; y: number }): MapPin | MapCluster | null {
    const { gl } = this.#base
    const away = (item: MapPin | MapCluster, dy: number) => {
      const at = gl.project(this.#near(item.longitude, item.latitude))
      return Math.hypot(at.x - point.x, at.y + dy - point.y)
    }
    const nearest = <T extends MapPin | MapCluster>(items: T[], reach: (item: T) => number, dy = 0) =>
      items
        .map((item) => ({ item, d: away(item, dy) }))
        .filter(({ item, d }) => d <= reach(item))
        .sort((a, b) => a.d - b.d)[0]
    const cluster = nearest(this.#items.clusters, ({ n }) => clusterSize(n) / 2)
    if (cluster) return cluster.item
    const isClose = gl.getZoom() >= PINS_FROM
    const isPin = (pin: MapPin) => isClose && this.#isPin(pin)
    const pins = this.#items.pins.filter(isPin)
    const dots = this.#items.pins.filter((pin) => !isPin(pin))
    const pin = nearest(pins, () => 24, -22)
    const dot = nearest(dots, () => 22)
    // A pin covers the dots behind it.
    return (pin && (!dot || pin.d < PIN_RADIUS || pin.d <= dot.d) ? pin : dot)?.item ?? null
  }

  #isPin(pin: MapPin): boolean {
    const selected = this.#selected?.spot.id
    return this.#pins.has(pinKey(pin)) || (selected !== undefined && isPinOf(pin, selected))
  }

  #press(point: { x: number; y: number }): void {
    const hit = this.#hit(point)
    if (!hit || 'ref' in hit) return this.#listeners.onSelect(hit)
    this.#base.fitBounds(cellAround(hit, this.#items.zoom), { padding: 24, maxZoom: 17, byHand: true })
  }
}

// A pin's images depend on the spot's type and status.
function pictures({ type, look }: MapPin, isPin: boolean) {
  const name = `${type}:${look}`
  return { dot: `dot:${name}`, ...(isPin ? { pin: `pin:${name}` } : {}) }
}

function parseLook(name: string): [type: SpotType, look: PinLook] {
  const [type, look] = name.split(':')
  return [toSpotType(type ?? '') ?? 'other', PIN_LOOKS.find((one) => one === look) ?? 'fresh']
}

// The server clusters spots in cells, four by four per tile. A cluster's center is inside its cell.
function cellAround({ latitude, longitude }: MapCluster, zoom: number): Bounds {
  const cells = 2 ** (zoom + 2)
  const { x, y } = toWorld(latitude, longitude)
  const [column, row] = [Math.floor(x * cells), Math.floor(y * cells)]
  const [first, last] = [
    fromWorld(column / cells, row / cells),
    fromWorld((column + 1) / cells, (row + 1) / cells),
  ]
  return { west: first.longitude, north: first.latitude, east: last.longitude, south: last.latitude }
}
