let missing = false

/** Whether a part of the program could not be fetched, most likely because a newer version is on the server. */
export const chunkIsMissing = (): boolean => missing

/** Remembers that a chunk is gone, so that the error page offers to load the new version. */
export function offerReloadForMissingChunks(): void {
  addEventListener('vite:preloadError', () => {
    missing = true
  })
}
