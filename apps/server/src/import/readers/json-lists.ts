import { readText } from './chunks.ts'
import { joinPath, type Opens, readMembers, splitPath } from './json-members.ts'

/** Lists with a file's records, best first. Comparison ignores case and punctuation. */
const LISTS: readonly string[] = [
  'features',
  'elements',
  'records',
  'results',
  'result',
  'bindings',
  'items',
  'data',
  'rows',
  'entries',
  'list',
  'value',
  'values',
  'documents',
  'docs',
  'hits',
  'nodes',
  'edges',
  'content',
  'objects',
  'spots',
  'skateparks',
  'skatespots',
  'parks',
  'places',
  'locations',
  'facilities',
  'venues',
  'sites',
  'businesses',
  'markers',
  'waypoints',
  'points',
  'pois',
]

/** Members that apply to all records in a list, and members that mark an object as a single feature. */
const SHARED: ReadonlySet<string> = new Set(['source', 'licence', 'license'])
const SYSTEMS: ReadonlySet<string> = new Set(['crs', 'srsName', 'spatialReference'])
const FEATURE: ReadonlySet<string> = new Set(['type', 'id', 'properties', 'geometry'])
/** Lists with the names of the columns, if each record is a list of values. */
const COLUMNS: ReadonlySet<string> = new Set(['fields', 'columns', 'headers', 'header'])

/** Maximum number of objects around a list: `data.result.items`. */
const MAX_DEPTH = 3

type Kind = 'objects' | 'rows' | 'empty'
type List = { path: string; kind: Kind }

/** The structure of a JSON file, as found by reading it once. */
export type JsonOutline = {
  /** The path of the list with the records; empty if the file is a list. Null if there is none. */
  list: string | null
  /** The kind of its records. */
  kind: Kind
  /** The top-level members that matter if the file is a single feature. */
  feature: Record<string, unknown>
  /** The members that apply to all records. */
  shared: Record<string, unknown>
  /** The file's statement about its coordinate system. */
  system: unknown
  /** The names of the columns, if the records are lists of values. */
  columns: readonly string[] | null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function simplify(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function lastKey(path: string): string {
  return splitPath(path).at(-1) ?? ''
}

function isKnown(key: string): boolean {
  return [SHARED, SYSTEMS, FEATURE].some((names) => names.has(key))
}

/** Opens objects that may contain the list, but no parts of a feature. */
const findsLists: Opens = (path, mark) => {
  if (mark === '[') return path === 'features'
  const keys = splitPath(path)
  return keys.length <= MAX_DEPTH && !isKnown(keys.at(-1) ?? '')
}

function findKind(head: string): Kind | null {
  if (/^\[\s*\{/.test(head)) return 'objects'
  if (/^\[\s*\[/.test(head)) return 'rows'
  return /^\[\s*\]/.test(head) ? 'empty' : null
}

/** Compares lists: `features` first, then those with records, the outermost, and the best name. */
function compareLists(a: List, b: List): number {
  const rank = ({ path, kind }: List) => [
    Number(lastKey(path) !== 'features'),
    Number(kind === 'empty'),
    splitPath(path).length,
    LISTS.indexOf(simplify(lastKey(path))),
  ]
  const [first, second] = [rank(a), rank(b)]
  return first.map((value, at) => value - (second[at] as number)).find((difference) => difference !== 0) ?? 0
}

/** Returns the names in a list of columns: `["lat"]`, `[{ "id": "lat" }]`, or `[{ "name": "Lat", "fieldName": "lat" }]`. */
function readColumns(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const names = value.map((column: unknown) => {
    if (typeof column !== 'object' || column === null) return column
    const { fieldName, name, id, label } = column as Record<string, unknown>
    return fieldName ?? name ?? id ?? label
  })
  return names.every((name) => typeof name === 'string') ? names : null
}

/** Returns the innermost of the members with these names among the objects around a list. */
function pick(
  members: ReadonlyMap<string, unknown>,
  list: string,
  names: Iterable<string>,
): [string, unknown][] {
  const around = splitPath(list).slice(0, -1)
  const places = [...around.keys(), around.length].map((depth) => around.slice(0, depth)).toReversed()
  return [...names].flatMap((name): [string, unknown][] => {
    const values = places.map((keys) => members.get(joinPath(...keys, name)))
    const value = values.find((one) => one !== undefined && one !== null)
    return value === undefined ? [] : [[name, value]]
  })
}

/** Finds the list of records in a JSON file, within a few levels, and the members that apply to all of them. */
export async function outlineJson(file: string, encoding: string | undefined): Promise<JsonOutline> {
  const members = new Map<string, unknown>()
  const lists = new Map<string, List>()
  let columns: readonly string[] | null = null
  for await (const { path, text, head } of readMembers(readText(file, encoding), file, findsLists)) {
    const key = lastKey(path)
    if (path === 'features') lists.set(path, { path, kind: 'objects' })
    else if (path === '') {
      if (head.startsWith('{')) lists.set(path, { path, kind: 'objects' })
    } else if (LISTS.includes(simplify(key)) && findKind(head)) {
      lists.set(path, { path, kind: findKind(head) ?? 'empty' })
    } else if (COLUMNS.has(key) && text !== null) columns ??= readColumns(parseJson(text))
    else if (text !== null && isKnown(key)) members.set(path, parseJson(text))
  }
  const [best = null] = [...lists.values()]
    .filter(({ kind }) => kind !== 'rows' || columns)
    .toSorted(compareLists)
  const list = best?.path ?? null
  return {
    list,
    kind: best?.kind ?? 'empty',
    feature: Object.fromEntries(pick(members, '', [...FEATURE, ...SYSTEMS])),
    shared: Object.fromEntries(pick(members, list ?? '', SHARED)),
    system: pick(members, list ?? '', SYSTEMS)[0]?.[1],
    columns,
  }
}
