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
export const setNavigator = (next: Navigator): void => {
  navigator = next
}

/** Opens a path on this site without a page load. `state` is stored in the history entry. */
export const go = (path: string, { replace = false, state }: Partial<Options> = {}): void =>
  navigator.go(path, { replace, state })

/** Prefetches the code and data for a path the person is likely to open. */
export const preload = (path: string): void => navigator.preload(path)
