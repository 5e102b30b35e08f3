const FIRST_SCREEN_MS = 4_000

/** Waits until the first screen of the page is there; later ones are. */
export const afterFirstScreen = (): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS - performance.now()))
