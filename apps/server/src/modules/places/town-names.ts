import { readFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { foldName } from './country-names.ts'
import { type Gazetteer, shippedGazetteer } from './gazetteer.ts'

/** Towns by the beginnings of the words of all their names. */
export type TownNames = {
  /** Numbers of the towns with a name that begins with the folded text, or has a word that does; once each. */
  find: (folded: string) => Map<number, Match>
}

/** How a name matched: the name whole, its beginning, or a later word's. */
export type Match = { name: string; how: 'whole' | 'begins' | 'word' }

type NamesFile = { format: number; town: number[]; names: string }

/** Of a name's letters, so many choose its drawer. */
const DRAWER = 2
/** Names folded between two breaths of the server. */
const BATCH = 5_000
const RANK = { whole: 0, begins: 1, word: 2 }

/** Files every word of every name under its first letters. */
const openTownNames = async (gazetteer: Gazetteer, file: NamesFile): Promise<TownNames> => {
  if (file.format !== 1) throw new Error(`Names of unknown format ${file.format}`)
  const shown: string[] = []
  const folded: string[] = []
  const towns: number[] = []
  const drawers = new Map<string, number[]>()
  const add = (name: string, town: number) => {
    const plain = foldName(name)
    const id = folded.push(plain) - 1
    shown.push(name)
    towns.push(town)
    const keys = new Set(plain.split(' ').map((word) => word.slice(0, DRAWER)))
    for (const key of keys) {
      const drawer = drawers.get(key)
      if (drawer) drawer.push(id)
      else drawers.set(key, [id])
    }
  }
  for (let town = 0; town < gazetteer.count; town++) {
    add(gazetteer.town(town).city ?? '', town)
    if (town % BATCH === 0) await breathe()
  }
  const others = file.names.split('\n')
  let town = 0
  for (const [i, step] of file.town.entries()) {
    town += step
    for (const name of others[i]?.split('|') ?? []) add(name, town)
    if (i % 500 === 0) await breathe()
  }

  const find = (text: string): Map<number, Match> => {
    const found = new Map<number, Match>()
    for (const id of drawers.get(text.slice(0, DRAWER)) ?? []) {
      const name = folded[id] ?? ''
      const how =
        name === text ? 'whole' : name.startsWith(text) ? 'begins' : name.includes(` ${text}`) ? 'word' : null
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

/** The names of all towns, read and indexed at the first search. A failed reading is tried again by the next one. */
export const shippedTownNames = (): Promise<TownNames> => {
  loading ??= (async () => {
    const packed = await promisify(gunzip)(await readFile(FILE))
    return openTownNames(await shippedGazetteer(), JSON.parse(packed.toString('utf8')) as NamesFile)
  })().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
