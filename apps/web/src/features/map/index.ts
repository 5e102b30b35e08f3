// The all-spots screen and the card next to the feed are separate chunks (`spots-screen.tsx`, `feed-map-card.tsx`), so
// that screens with a small map don't load them.
export { AreaMap } from './steward-area-map.tsx'
export { LocationPicker } from './location-picker.tsx'
export { MiniMap } from './mini-map.tsx'
export { mapQuery, type Point, roughly } from './map-requests.ts'
export { QUERY_MIN, placesQuery, withPosition } from './search/place-search.ts'
export { SpotPhoto } from './spot-card-parts.tsx'
export { RouteMap } from './route-map.tsx'
export { FeedMapCard } from './feed-map-card.tsx'
export { SpotsScreen } from './spots-screen.tsx'
export { WORLD, toTileView, type TileView } from './view-tiles.ts'
