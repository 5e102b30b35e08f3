/** A placeholder for a value from an earlier response or the initial world; `pick` selects one of several. */
export class Known {
  readonly name: string
  readonly pick: number
  constructor(name: string, pick: number) {
    this.name = name
    this.pick = pick
  }
}

const MAX_OF_ONE_NAME = 20
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
/** Maps a URL to the parameter name for an `id` in its response. */
const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/\/replies|\/comments/, 'comment_id'],
  [/\/threads$|\/threads\?/, 'thread_id'],
  [/\/messages/, 'message_id'],
  [/\/discussions/, 'discussion_id'],
  [/\/sessions/, 'session_id'],
  [/\/exports/, 'export_id'],
  [/\/cases/, 'case_id'],
  [/\/notifications/, 'notification_id'],
  [/\/media$|\/media\//, 'media_id'],
  [/\/spots|\/map|\/discover/, 'spot_id'],
  [/\/posts|\/content|\/pictures/, 'post_id'],
  [/\/people/, 'user_id'],
]

/** Values by the name of the parameter that accepts them. Only the newest values are stored. */
export class KnownValues {
  readonly #values = new Map<string, string[]>()

  constructor(first: Readonly<Record<string, readonly string[]>> = {}) {
    for (const [name, values] of Object.entries(first)) for (const value of values) this.add(name, value)
  }

  add(name: string, value: string): void {
    const values = this.#values.get(name) ?? []
    if (!values.includes(value)) this.#values.set(name, [...values, value].slice(-MAX_OF_ONE_NAME))
  }

  /** Stores the IDs, cursors, versions, and files in a response. */
  addAnswer(path: string, value: unknown): void {
    if (Array.isArray(value)) return value.slice(0, 5).forEach((one) => this.addAnswer(path, one))
    if (typeof value !== 'object' || value === null) return
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === 'object') this.addAnswer(`${path}/${key}`, one)
      else if (key === 'id' && typeof one === 'string')
        this.add(SINGULAR.find(([pattern]) => pattern.test(path))?.[1] ?? 'id', one)
      else if (key === 'version') this.add('if-match', `"${String(one)}"`)
      else if (typeof one !== 'string') continue
      else if (/_id$/.test(key)) this.add(key, one)
      else if (/cursor/.test(key)) this.add('cursor', one)
      else if (/^(username|token|ref)$/.test(key)) this.add(key, one)
      else if (one.startsWith('/media/')) this.add('key', one.split('/')[2] ?? '')
    }
  }

  /** Returns a value; undefined for a cursor before the first page. `from_user_id` can be any `user_id`. */
  get({ name, pick }: Known): string | undefined {
    const values =
      this.#values.get(name) ??
      [...this.#values].find(([known]) => known.endsWith('_id') && name.endsWith(`_${known}`))?.[1] ??
      []
    const known = values[pick % Math.max(1, values.length)]
    if (known !== undefined || name === 'cursor') return known
    return name === 'if-match' ? '"1"' : UNKNOWN
  }

  /** Replaces every {@link Known} within a value. */
  resolved(value: unknown): unknown {
    if (value instanceof Known) return this.get(value)
    if (Array.isArray(value)) return value.map((one) => this.resolved(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.resolved(one)]))
  }
}
