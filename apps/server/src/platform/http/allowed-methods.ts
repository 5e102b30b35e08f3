import findMyWay, { type HTTPMethod } from 'find-my-way'

/** Which methods an address takes; found with the router's own rules once no route took a request. */
export class AllowedMethods {
  readonly #router = findMyWay({ maxParamLength: 200 })
  readonly #methods = new Set<HTTPMethod>()
  readonly #pages: ((path: string) => boolean)[] = []

  /** Registers a route. One that takes every address is left out. */
  add(methods: string | string[], url: string): void {
    if (url.includes('*')) return
    for (const method of [methods].flat() as HTTPMethod[]) {
      if (this.#router.hasRoute(method, url)) continue
      this.#methods.add(method)
      this.#router.on(method, url, () => {})
    }
  }

  /** Notes which addresses a route for every address knows; they take GET and HEAD. */
  addPages(knows: (path: string) => boolean): void {
    this.#pages.push(knows)
  }

  /** The methods that the address of a request takes beside its own, by the alphabet; none where there is nothing. */
  othersOf({ url, method: used }: { url: string; method: string }): string[] {
    const [path = ''] = url.split('?')
    const allowed = [...this.#methods].filter((method) => this.#router.find(method, path) !== null)
    if (allowed.length === 0 && this.#pages.some((knows) => knows(path))) return ['GET', 'HEAD']
    return allowed.includes(used as HTTPMethod) ? [] : allowed.toSorted()
  }
}
