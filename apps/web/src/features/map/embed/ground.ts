import type { View } from '../engine/types.ts'
import { toBackgroundTiles } from '../screen/background-tiles.ts'
import { toBounds, toTileView } from '../view/view-tiles.ts'
import { buildElement } from './build-element.ts'

/** A frame's size in pixels. */
export type Size = { width: number; height: number }

/** Image tiles of land and sea, shown until the engine has loaded, and in browsers without WebGL. */
export class Ground {
  readonly #box: HTMLElement
  #tiles = new Map<string, HTMLImageElement>()

  constructor(box: HTMLElement) {
    this.#box = box
  }

  draw(view: View, { width, height }: Size): void {
    const theme = document.documentElement.dataset.theme ?? 'light'
    const wanted = toBackgroundTiles(view, toTileView(toBounds(view, width, height), view.zoom))
    const drawn = new Map<string, HTMLImageElement>()
    for (const tile of wanted) {
      const src = `/previews/ground/${theme}/${tile.path}.webp`
      // A tile can appear twice on a map of the whole world.
      const key = `${src} ${Math.sign(tile.x)}`
      const image = this.#tiles.get(key) ?? buildElement('img', { src, alt: '', draggable: false })
      image.width = tile.width
      image.height = tile.height
      image.style.transform = `translate(${width / 2 + tile.x}px, ${height / 2 + tile.y}px)`
      drawn.set(key, image)
    }
    this.#tiles = drawn
    this.#box.replaceChildren(...drawn.values())
  }
}
