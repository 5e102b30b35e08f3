import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

// A file of our own origin: the page's policy allows no worker made of text.
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

export { Map as GlMap, LngLat, Marker } from 'maplibre-gl'
export type * from 'maplibre-gl'
