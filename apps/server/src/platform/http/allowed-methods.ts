import findMyWay, { type HTTPMethod } from 'find-my-way'

/** Finds the methods that a URL accepts if no route matches a request, using the router's own rules. */
export class AllowedMethods {
  readonly #routes: { method: HTTPMethod; url: string }[] = []
  readonly #pages: ((path: string) => boolean)[] = []
  #found: ReturnType<typeof createRouter> | null = null

  /** Adds a route, unless it matches every URL. */
  add(methods: string | string[], url: string): void {
    if (url.includes('*')) return
    for (const method of [methods].flat() as HTTPMethod[]) this.#routes.push({ method, url })
    this.#found = null
  }

  /** Adds the URLs of the client's pages, which accept GET and HEAD. */
  addPages(knows: (path: string) => boolean): void {
    this.#pages.push(knows)
  }

  /** Lists the other methods that a request's URL accepts, sorted; empty if the URL doesn't exist. */
  findOthers({ url, method: used }: { url: string; method: string }): string[] {
    const [path = ''] = url.split('?')
    // Built on first use, because building it takes an eighth of the startup time.
    this.#found ??= createRouter(this.#routes)
    const { router, methods } = this.#found
    const allowed = methods.filter((method) => router.find(method, path) !== null)
    if (allowed.length === 0 && this.#pages.some((knows) => knows(path))) return ['GET', 'HEAD']
    return allowed.includes(used as HTTPMethod) ? [] : allowed.toSorted()
  }
}

function createRouter(routes: readonly { method: HTTPMethod; url: string }[]) {
  const router = findMyWay({ maxParamLength: 200 })
  for (const { method, url } of routes) if (!router.hasRoute(method, url)) router.on(method, url, () => {})
  return { router, methods: [...new Set(routes.map(({ method }) => method))] }
}
