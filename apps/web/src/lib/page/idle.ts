/** Resolves when the browser is idle, or after a few seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not all versions of Safari have `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 300)
  })
}
