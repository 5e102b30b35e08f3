// Members get the page of a spot and visitors the map, so each loads only one of the two.

/** Loads the screen that members get at the address of a spot. */
export const loadSpotScreen = () => import('./spot-screen.tsx').then(({ SpotScreen }) => SpotScreen)

/** Loads the map, which visitors get at the address of a spot, with its card open. */
export const loadSpotsMapScreen = () =>
  import('./spots-map-screen.tsx').then(({ SpotsMapScreen }) => SpotsMapScreen)
