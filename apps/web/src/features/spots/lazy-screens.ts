// Members get a spot's page, and visitors get the map, so each person loads only one of the two.

/** Loads the screen that members see at a spot's URL. */
export function loadSpotScreen() {
  return import('./page/spot-screen.tsx').then(({ SpotScreen }) => SpotScreen)
}

/** Loads the map that visitors see at a spot's URL, with the spot's card open. */
export function loadSpotsMapScreen() {
  return import('./spots-map-screen.tsx').then(({ SpotsMapScreen }) => SpotsMapScreen)
}
