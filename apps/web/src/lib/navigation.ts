type Options = { replace: boolean; state?: object | undefined }
type Navigator = {
  go: (path: string, options: Options) => void
  preload: (path: string) => void
}

let navigator: Navigator = {
  go: (path, { replace }) => (replace ? location.replace(path) : location.assign(path)),
  preload: () => undefined,
}

/** Sets the navigator: the router, or the landing page's entry, which loads the router first. */
export const setNavigator = (next: Navigator): void => {
  navigator = next
}

/** Opens a path of this site without loading the page again; `state` travels in the history entry. */
export const go = (path: string, { replace = false, state }: Partial<Options> = {}): void =>
  navigator.go(path, { replace, state })

/** Preloads the code and data of a path, on a hint that the person is about to open it. */
export const preload = (path: string): void => navigator.preload(path)
