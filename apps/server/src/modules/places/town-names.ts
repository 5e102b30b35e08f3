import { readFile } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { normaliseName } from './country-names.ts'
import { type Gazetteer, loadGazetteer } from './gazetteer.ts'

/** An index of towns by the prefixes of all terms in their names. */
export type TownNames = {
  /** Returns the indexes of towns where a name, or a term in a name, starts with the normalized text. */
  find: (normalised: string) => Map<number, Match>
}

/** How a name matched: in full, by its prefix, or by one of its later terms. `name` has the gazetteer's spelling. */
export type Match = { name: string; how: 'whole' | 'begins' | 'term' }

type NamesFile = { format: number; town: number[]; names: string }

/** The number of characters that choose a term's bucket. */
const PREFIX = 2
/** Number of names to normalize before yielding to the event loop. */
const BATCH = 5_000
const TERMS = /[^ ]+/g
const RANK = { whole: 0, begins: 1, term: 2 }
const APOSTROPHE = /['’ʼ‘ʻ`]/gu

// People leave out the apostrophe (Lhospitalet), type a space instead (L Hospitalet), or skip the article (Hospitalet).
function listSpellings(name: string): string[] {
  const joined = normaliseName(name)
  return name.search(APOSTROPHE) < 0 ? [joined] : [joined, normaliseName(name.replaceAll(APOSTROPHE, ' '))]
}

function howMatched(name: string, text: string, isQualified: boolean): Match['how'] | null {
  if (name === text) return 'whole'
  if (name.startsWith(text)) return 'begins'
  return !isQualified && name.includes(` ${text}`) ? 'term' : null
}

/** Indexes every term in every name by its first letters. */
async function openTownNames(gazetteer: Gazetteer, file: NamesFile): Promise<TownNames> {
  if (file.format !== 1) throw new Error(`The town names have an unknown format: ${file.format}`)
  const shown: string[] = []
  const normalised: string[] = []
  const towns: number[] = []
  const buckets = new Map<string, number[]>()
  const qualified = new Set<number>()
  const addSpelling = (name: string, plain: string, town: number, isQualified: boolean) => {
    const id = normalised.push(plain) - 1
    shown.push(name)
    towns.push(town)
    if (isQualified) qualified.add(id)
    // A key may include the space after a term, as in `'s-Hertogenbosch` and `A Coruña`.
    const keys = new Set([...plain.matchAll(TERMS)].map(({ index }) => plain.slice(index, index + PREFIX)))
    for (const key of keys) {
      const bucket = buckets.get(key)
      if (bucket) bucket.push(id)
      else buckets.set(key, [id])
    }
  }
  const add = (name: string, town: number) => {
    // Buffalo's name in another language, "Buffalo i New York", must not match "New York".
    const own = gazetteer.town(town).city ?? ''
    const isQualified =
      name !== own && name.includes(' ') && normaliseName(name).startsWith(`${normaliseName(own)} `)
    for (const plain of listSpellings(name)) addSpelling(name, plain, town, isQualified)
  }
  for (let town = 0; town < gazetteer.count; town++) {
    add(gazetteer.town(town).city ?? '', town)
    if (town % BATCH === 0) await yieldToEventLoop()
  }
  const others = file.names.split('\n')
  let town = 0
  for (const [i, step] of file.town.entries()) {
    town += step
    for (const name of others[i]?.split('|') ?? []) add(name, town)
    if (i % 500 === 0) await yieldToEventLoop()
  }

  const find = (text: string): Map<number, Match> => {
    const found = new Map<number, Match>()
    for (const id of buckets.get(text.slice(0, PREFIX)) ?? []) {
      const name = normalised[id] ?? ''
      const how = howMatched(name, text, qualified.has(id))
      const at = towns[id] ?? 0
      const before = found.get(at)
      if (how && (!before || RANK[how] < RANK[before.how])) found.set(at, { name: shown[id] ?? '', how })
    }
    return found
  }
  return { find }
}

const FILE = new URL('../../../assets/gazetteer-names.json.gz', import.meta.url)
let loading: Promise<TownNames> | null = null

/** Returns the names of all towns, loaded on the first search. If loading fails, the next call retries. */
export function loadTownNames(): Promise<TownNames> {
  loading ??= (async () => {
    const packed = await promisify(gunzip)(await readFile(FILE))
    return openTownNames(await loadGazetteer(), JSON.parse(packed.toString('utf8')) as NamesFile)
  })().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
