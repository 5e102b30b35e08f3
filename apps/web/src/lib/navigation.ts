type Options = { replace: boolean; state?: object | undefined }
type Navigator = {
  go: (path: string, options: Options) => void
  preload: (path: string) => void
}

let navigator: Navigator = {
  go: (path, { replace }) => (replace ? location.replace(path) : location.assign(path)),
  preload: () => undefined,
}

/** Sets the navigator: the router, or the landing page's entry point, which loads the router first. */
export function setNavigator(next: Navigator): void {
  navigator = next
}

/** Opens a path on this site without a page load. `state` is stored in the history entry. */
export function go(path: string, { replace = false, state }: Partial<Options> = {}): void {
  return navigator.go(path, { replace, state })
}

/** Prefetches the code and data for a path the person is likely to open. */
export function preload(path: string): void {
  return navigator.preload(path)
}
