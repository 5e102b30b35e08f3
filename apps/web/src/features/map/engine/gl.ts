import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

// The worker is a file on our origin, because the content security policy forbids blob workers.
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

export { Map as GlMap, LngLat, Marker } from 'maplibre-gl'
export type * from 'maplibre-gl'
