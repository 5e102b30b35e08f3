import type { EmbeddedSpot } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import type { EmbedMap } from '../engine/embed-map.ts'
import type { Bounds, View } from '../engine/types.ts'
import { fitView, toBounds } from '../view/view-tiles.ts'
import { showCredit } from './credit.ts'
import {
  type Asked,
  type Answer,
  fetchSpots,
  findBox,
  intersectBoxes,
  readEmbedUrl,
  writeBox,
} from './embed-request.ts'
import { buildFrame, type Frame } from './frame.ts'
import { Ground, type Size } from './ground.ts'
import { moveByHand, moveView } from './move-by-hand.ts'
import { Pins } from './pins.ts'
import { describeAnswer, fillCard, fillList, fillStatus } from './show-spots.ts'
import { loadEngine } from './load-engine.ts'

const WORLD: Bounds = { west: -170, south: -55, east: 190, north: 72 }
/** The maximum zoom when the map fits a box, or all spots. */
const CLOSEST = { box: 18, spots: 14 }
const ROOM_PX = 40
/** Delay (ms) after the last move before names are placed and more spots are loaded. */
const REST_MS = 300

/** The embedded map. It's drawn from image tiles until the engine is loaded. */
class Embed {
  readonly #asked: Asked = readEmbedUrl(location.search)
  readonly #frame: Frame
  readonly #ground: Ground
  readonly #pins: Pins
  #view: View = { latitude: 20, longitude: 0, zoom: 1 }
  #size: Size = { width: 0, height: 0 }
  #spots: readonly EmbeddedSpot[] = []
  #answer: Answer | null = null
  #selected: EmbeddedSpot | null = null
  /** The box of the last complete response; null if it was for the whole address. */
  #loaded: Bounds | null = null
  /** Whether there are too many spots to load all of them. */
  #isHuge = false
  /** The last part of the map whose spots were requested. */
  #part = ''
  #isMoved = false
  #engine: EmbedMap | null = null
  #isDrawn = false
  #request = new AbortController()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(root: HTMLElement) {
    this.#frame = buildFrame(root, (by) => this.#zoomBy(by))
    this.#ground = new Ground(this.#frame.tiles)
    this.#pins = new Pins(this.#frame.pins, (spot) => this.#select(spot))
    const { map } = this.#frame
    map.addEventListener('click', () => this.#select(null))
    root.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#select(null))
    const stop = moveByHand(map, (by) => this.#moveTo(moveView(this.#view, by)))
    new ResizeObserver(([entry]) => this.#resize(entry?.contentRect ?? this.#size)).observe(map)
    addEventListener('online', () => this.#answer === 'failed' && void this.#load(null))
    showCredit(this.#frame.credit, 'shipped')
    void this.#load(null).then(() => this.#startEngine(stop))
  }

  setTheme = (): void => {
    this.#engine?.setTheme()
    this.#draw()
  }

  async #load(box: Bounds | null): Promise<void> {
    this.#request.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    if (this.#answer === null || this.#answer === 'failed') fillStatus(this.#frame, m.shell_loading())
    const answer = await fetchSpots(this.#asked, box, signal)
    if (signal.aborted) return
    // The spots of the previous view are better than none.
    if (answer === 'failed' && this.#spots.length > 0) return
    this.#answer = answer
    const notice = describeAnswer(answer, navigator.onLine)
    fillStatus(this.#frame, notice?.text ?? null, notice?.again ? () => void this.#load(box) : undefined)
    if (typeof answer === 'string') return
    this.#loaded = answer.is_capped ? null : box
    if (!box) this.#showWhole(answer)
    this.#spots = answer.items
    if (!this.#isMoved) this.#fit()
    this.#pins.show(answer.items)
    this.#pins.select(this.#selected)
    fillList(this.#frame, answer.items)
    this.#draw()
    this.#settle()
  }

  #showWhole({ name, is_capped }: Exclude<Answer, string>): void {
    const { title } = this.#frame
    this.#isHuge = is_capped && this.#asked.list === null
    title.textContent = name ?? m.open_data_embed_title()
    title.classList.toggle('sr-only', name === null)
    document.title = `${title.textContent} · Nollie`
  }

  async #startEngine(stopMovingByHand: () => void): Promise<void> {
    const { engine: box, map } = this.#frame
    const engine = await loadEngine(box, {
      view: this.#view,
      label: m.map_label(),
      onBasemap: (basemap) => showCredit(this.#frame.credit, basemap),
      onMove: (view, isByHand) => {
        this.#isMoved ||= isByHand
        this.#view = view
        this.#draw()
      },
      onRest: () => this.#settle(),
      onDrawn: () => {
        this.#isDrawn = true
        this.#frame.tiles.replaceChildren()
      },
    })
    if (!engine) return
    this.#engine = engine
    engine.jumpTo(this.#view)
    stopMovingByHand()
    // The engine's canvas has the focus and the label instead.
    map.removeAttribute('tabindex')
    map.removeAttribute('role')
    map.removeAttribute('aria-label')
  }

  #resize({ width, height }: Size): void {
    this.#size = { width, height }
    if (!this.#isMoved) this.#fit()
    this.#draw()
    this.#settle()
  }

  // Shows the address's box, or else all spots.
  #fit(): void {
    const { width, height } = this.#size
    if (width === 0 || height === 0) return
    const { box } = this.#asked
    this.#view = box
      ? fitView(box, width, height, CLOSEST.box, 0)
      : fitView(findBox(this.#spots) ?? WORLD, width, height, CLOSEST.spots, ROOM_PX)
    this.#engine?.jumpTo(this.#view)
  }

  #draw(): void {
    if (!this.#isDrawn) this.#ground.draw(this.#view, this.#size)
    this.#pins.place(this.#view, this.#size)
  }

  #zoomBy(by: number): void {
    this.#isMoved = true
    if (this.#engine) this.#engine.zoomBy(by)
    else this.#moveTo(moveView(this.#view, { zoom: by }))
  }

  #moveTo(view: View): void {
    this.#isMoved = true
    this.#view = view
    this.#draw()
    this.#settle()
  }

  #settle(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#pins.name(this.#view, this.#size)
      this.#linkToMap()
      this.#loadMore()
    }, REST_MS)
  }

  // Links to the same part of Nollie's map, or to the list.
  #linkToMap(): void {
    const { list, types } = this.#asked
    const { latitude, longitude, zoom } = this.#view
    const at = [latitude.toFixed(5), longitude.toFixed(5), zoom.toFixed(1)].map(Number).join(',')
    const query = new URLSearchParams({ at, ...(types && !types.includes(',') ? { type: types } : {}) })
    this.#frame.open.href = list ? `/lists/${encodeURIComponent(list)}` : `/spots?${query}`
  }

  // If there are too many spots, loads the spots of the visible part.
  #loadMore(): void {
    if (!this.#isHuge || !this.#isMoved) return
    const visible = toBounds(this.#view, this.#size.width, this.#size.height)
    const part = intersectBoxes(visible, this.#asked.box)
    if (!part) return
    const { west, south, east, north } = this.#loaded ?? { west: 1, south: 1, east: 0, north: 0 }
    if (west <= part.west && south <= part.south && east >= part.east && north >= part.north) return
    // Otherwise, a part with too many spots would be loaded over and over.
    if (this.#part === writeBox(part)) return
    this.#part = writeBox(part)
    void this.#load(part)
  }

  #select(spot: EmbeddedSpot | null): void {
    this.#selected = spot
    this.#pins.select(spot)
    fillCard(this.#frame, spot, () => this.#select(null))
  }
}

/** Starts the map of the page `/embed` inside `root`. Returns a function to call when the theme changes. */
export function startEmbed(root: HTMLElement): () => void {
  return new Embed(root).setTheme
}
