import { cleanText } from '@nollie/contract/texts'

const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g
const MAX_ID = 120
const MAX_LISTED = 200

function plain(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

// PostgreSQL's list format in CSV: {a,"b c"}.
function braced(text: string): string[] {
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? bare?.trim() ?? '',
  )
}

function listIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter(isText)
  const text = plain(value)?.trim() ?? ''
  if (/^\{.*\}$/s.test(text)) return braced(text)
  if (!text.startsWith('[')) return text === '' ? [] : [text]
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isText) : []
  } catch {
    return []
  }
}

/** The columns in a row of an export, validated by type. Invalid values are null. */
export class Fields {
  readonly #row: Record<string, unknown>
  /** Changes made to the row, for the report. */
  readonly notes: string[] = []

  constructor(row: Record<string, unknown>) {
    this.#row = row
  }

  /** Returns the first of these columns with a value of this type. */
  #value(names: readonly string[]): string | null {
    for (const name of names) {
      const value = plain(Object.hasOwn(this.#row, name) ? this.#row[name] : null)
      if (value !== null && value.trim() !== '') return value
    }
    return null
  }

  /** Copies the row with a different value in one column. The copy adds its notes to this row's. */
  with(name: string, value: unknown): Fields {
    const other = new Fields({ ...this.#row, [name]: value })
    return Object.assign(other, { notes: this.notes })
  }

  /** Whether the row has this column. */
  has(name: string): boolean {
    return Object.hasOwn(this.#row, name)
  }

  /** Returns an id from the other product, which can be any short text. */
  id(...names: string[]): string | null {
    const id = this.#value(names)?.trim() ?? null
    return id === null || id.length > MAX_ID ? null : id
  }

  /** Returns text without control characters. If it's too long, truncates it and adds a note. */
  text(name: string, max: number): string | null {
    const text = cleanText((this.#value([name]) ?? '').toWellFormed().replaceAll(CONTROLS, ''))
    if (text.length <= max) return text || null
    this.notes.push(`${name} was cut to ${max} characters`)
    return `${text
      .slice(0, max - 1)
      .toWellFormed()
      .trim()}…`
  }

  /** Returns {@link text} on a single line. */
  line(name: string, max: number): string | null {
    return this.text(name, max)?.replaceAll(/\s*[\r\n\t\u2028\u2029]+\s*/g, ' ') ?? null
  }

  /** Returns a URL or path, unchanged. */
  address(name: string): string | null {
    return this.#value([name])?.trim() ?? null
  }

  /** Returns a list of strings, from JSON, a PostgreSQL list, or a single string. */
  list(name: string): string[] {
    if (!this.has(name)) return []
    const list = listIn(this.#row[name]).map((text) => text.trim())
    if (list.length > MAX_LISTED) this.notes.push(`${name} was cut to ${MAX_LISTED} entries`)
    return list.filter((text) => text !== '').slice(0, MAX_LISTED)
  }

  number(name: string): number | null {
    const text = this.#value([name])
    // `Number('')` and `Number(' ')` are 0.
    const number = text?.trim() ? Number(text) : Number.NaN
    return Number.isFinite(number) ? number : null
  }

  /** Returns a photo's index in its post. Defaults to the first. */
  index(name: string): number | null {
    const index = this.number(name) ?? 0
    return Number.isInteger(index) && index >= 0 && index <= 32_767 ? index : null
  }

  isTrue(name: string): boolean {
    return ['true', 't', '1'].includes(this.#value([name])?.trim().toLowerCase() ?? '')
  }

  /** Returns a past timestamp in ISO 8601; an empty object for any other value. */
  timestamp(name: string): { created_at?: string } {
    const text = this.#value([name])?.trim() ?? ''
    if (!/^\d{4}-\d\d-\d\d/.test(text)) return {}
    const [, day = '', time = '00:00:00', zone = 'Z'] =
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text) ??
      []
    const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
    const at = new Date(`${day}T${time}${offset}`)
    const isKnown = at.getTime() > Date.UTC(2000, 0) && at.getTime() <= Date.now()
    return isKnown ? { created_at: at.toISOString() } : {}
  }
}
