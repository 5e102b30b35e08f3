import findMyWay, { type HTTPMethod } from 'find-my-way'

/** The methods of an address, found with the router's own rules after no route took a request. */
export class AllowedMethods {
  readonly #router = findMyWay({ maxParamLength: 200 })
  readonly #methods = new Set<HTTPMethod>()
  readonly #pages: ((path: string) => boolean)[] = []

  /** Registers a route, except one for every address. */
  add(methods: string | string[], url: string): void {
    if (url.includes('*')) return
    for (const method of [methods].flat() as HTTPMethod[]) {
      if (this.#router.hasRoute(method, url)) continue
      this.#methods.add(method)
      this.#router.on(method, url, () => {})
    }
  }

  /** Registers the addresses of the client's pages; they take GET and HEAD. */
  addPages(knows: (path: string) => boolean): void {
    this.#pages.push(knows)
  }

  /** The other methods of a request's address, sorted; none if the address does not exist. */
  othersOf({ url, method: used }: { url: string; method: string }): string[] {
    const [path = ''] = url.split('?')
    const allowed = [...this.#methods].filter((method) => this.#router.find(method, path) !== null)
    if (allowed.length === 0 && this.#pages.some((knows) => knows(path))) return ['GET', 'HEAD']
    return allowed.includes(used as HTTPMethod) ? [] : allowed.toSorted()
  }
}
