import { BaseMap } from './base-map.ts'
import type { MapStart, View } from './types.ts'

type Options = MapStart & {
  /** Explains gestures that would otherwise scroll the page around the map. `wheel` names the key on this device. */
  gestures: { touch: string; wheel: (key: string) => string }
  /** Called after every change of the view; `isByHand` if it's by a gesture or a key. */
  onMove: (view: View, isByHand: boolean) => void
  onRest: () => void
}

/** The background of an embedded map, and its gestures. Scrolling the page around it never moves the map. */
export class EmbedMap {
  readonly #base: BaseMap

  constructor(container: HTMLElement, { gestures, onMove, onRest, ...start }: Options) {
    this.#base = new BaseMap(container, {
      ...start,
      interactive: true,
      locale: {
        'CooperativeGesturesHandler.WindowsHelpText': gestures.wheel('Ctrl'),
        'CooperativeGesturesHandler.MacHelpText': gestures.wheel('⌘'),
        'CooperativeGesturesHandler.MobileHelpText': gestures.touch,
      },
    })
    const { gl } = this.#base
    gl.cooperativeGestures.enable()
    gl.on('move', ({ originalEvent }) => onMove(this.#base.view(), originalEvent !== undefined))
    gl.on('moveend', onRest)
  }

  zoomBy(by: number): void {
    this.#base.gl.zoomTo(this.#base.gl.getZoom() + by)
  }

  jumpTo = (view: View): void => this.#base.jumpTo(view)
  setTheme = (): void => this.#base.draw()
  destroy = (): void => this.#base.destroy()
}
