import { m } from '../../../i18n/messages.ts'
import type { EmbedMap } from '../engine/embed-map.ts'
import { fetchAsAnyone } from './fetch-as-anyone.ts'

type Options = Omit<ConstructorParameters<typeof EmbedMap>[1], 'basemap' | 'gestures'>

// Uses the shipped map if the configuration can't be loaded.
async function findBasemap(): Promise<string> {
  try {
    const response = await fetchAsAnyone('/api/config')
    const { map_style } = (await response.json()) as { map_style?: string }
    return map_style ?? 'shipped'
  } catch {
    return 'shipped'
  }
}

/** Loads the map engine and starts it in `box`. Returns null if it can't be loaded, or the browser has no WebGL. */
export async function loadEngine(box: HTMLElement, options: Options): Promise<EmbedMap | null> {
  try {
    const [engine, basemap] = await Promise.all([import('../engine/embed-map.ts'), findBasemap()])
    return new engine.EmbedMap(box, {
      ...options,
      basemap,
      gestures: { touch: m.open_data_embed_touch(), wheel: (key) => m.open_data_embed_wheel({ key }) },
    })
  } catch (error) {
    console.warn('map:', error)
    box.replaceChildren()
    return null
  }
}
