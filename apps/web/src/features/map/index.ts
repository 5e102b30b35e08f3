// The all-spots screen and the card next to the feed are separate chunks (`spots-screen.tsx`, `feed-map-card.tsx`), so
// that screens with a small map don't load them.
export { AreaMap } from './small-maps/steward-area-map.tsx'
export { LocationPicker } from './location/location-picker.tsx'
export { MiniMap } from './small-maps/mini-map.tsx'
export { mapQuery, type Point, roughly } from './map-requests.ts'
export { QUERY_MIN, placesQuery, withPosition } from './search/place-search.ts'
export { SpotPhoto } from './card/spot-card-parts.tsx'
export { PointsMap } from './small-maps/points-map.tsx'
export { offerUnchecked } from './unchecked/offer-unchecked.ts'
export { RouteMap } from './small-maps/route-map.tsx'
export { FeedMapCard } from './small-maps/feed-map-card.tsx'
export { SpotsScreen } from './screen/spots-screen.tsx'
export { WORLD, toTileView, type TileView } from './view/view-tiles.ts'
