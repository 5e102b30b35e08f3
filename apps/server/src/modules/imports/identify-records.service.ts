import { createHash } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import { metresBetween, type SourceRecord } from '../spots/index.ts'
import { toDatasetName } from './dataset-name.ts'
import { findRecords, type KnownRecord, recordKey } from './records.queries.ts'
import type { Run } from './runs.queries.ts'
import type { SpotContent } from '../../db/tables/imports.ts'

/** A record with its id from the file. */
type Named = { source: SourceRecord; content: SpotContent }

/** The source record that a record in a file corresponds to. */
export type Identity = {
  /** Its id in the source: the id from the file, unless another record has that id. */
  id: string
  known: KnownRecord | null
  /** Whether the same run has already seen this record. */
  isRepeated: boolean
}

/** A record with the same id but a different name is a different place if it's farther away than this. */
export const FAR_METRES = 1_000
/** Two records with the same id within this distance are the same place, even if files or names differ. */
const NEAR_METRES = 100
const MAX_ID = 120

/** Matches globally unique ids: OpenStreetMap ids, UUIDs, URLs, and ids made from a name and position. */
const GLOBAL =
  /^(?:(?:node|way|relation)\/\d+|https?:\/\/.+|urn:.+|made-[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

type Position = { latitude: number; longitude: number }

function digest(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
}

function normalizeText(text: unknown): string {
  return String(text ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** Returns the distance between two records, and whether they have the same name. */
function compare(one: SpotContent, other: SpotContent): { metres: number; isSameName: boolean } {
  const [from, to] = [one.position, other.position] as (Position | undefined)[]
  return {
    metres: from && to ? metresBetween(from, to) : 0,
    isSameName: normalizeText(one.name) === normalizeText(other.name),
  }
}

/** Whether a source has reused an id for a different place. */
export function isOtherPlace(before: SpotContent, now: SpotContent): boolean {
  const { metres, isSameName } = compare(before, now)
  return metres > FAR_METRES && !isSameName
}

function isAlike(before: SpotContent, now: SpotContent): boolean {
  const { metres, isSameName } = compare(before, now)
  return metres <= NEAR_METRES || (metres <= FAR_METRES && isSameName)
}

/** Makes an id for a record whose plain id is used by another dataset. */
function makeDatasetId(id: string, dataset: string): string {
  const whole = `${id} @${dataset}`
  return whole.length <= MAX_ID ? whole : `${id.slice(0, 80)} @${digest(id, dataset)}`
}

/** Makes an id from the name and position for a record whose plain id is used by another record in its file. */
function makeRepeatedId({ source: { id }, content }: Named, dataset: string): string {
  const { latitude, longitude } = content.position as Position
  const scope = GLOBAL.test(id) ? null : dataset
  return `${id.slice(0, 80)} ~${digest(id, scope, content.name, latitude.toFixed(6), longitude.toFixed(6))}`
}

function getContent(known: KnownRecord): SpotContent {
  return known.content ?? known.here
}

function isOfDataset(known: KnownRecord, { dataset, isPart }: Run): boolean {
  return (
    isPart === true ||
    known.dataset === null ||
    known.dataset === dataset ||
    // Older records may have a dataset name that still includes the file's date.
    toDatasetName(known.dataset) === dataset
  )
}

/**
 * Sorts the records most similar to the known one first, so that each record with a shared id is matched to the right
 * one.
 */
function sortByLikeness<T extends Named>(group: readonly T[], known: KnownRecord | undefined): readonly T[] {
  if (!known || group.length === 1) return group
  const rank = ({ content }: T) => {
    const { metres, isSameName } = compare(getContent(known), content)
    return (metres <= NEAR_METRES ? 0 : 1) + (isSameName ? 0 : 1)
  }
  return group.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether a record certainly matches the known record with its plain ID, or is certainly new because there is none. */
function isClearCase({ content }: Named, plain: KnownRecord | undefined, run: Run): boolean {
  if (!plain) return true
  const { metres, isSameName } = compare(getContent(plain), content)
  return isSameName && metres <= NEAR_METRES && plain.run_id !== run.id
}

function groupById<T extends Named>(records: readonly T[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const key = recordKey(record.source)
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return [...groups.values()]
}

/** Decides which source record each record in a batch corresponds to. */
class Identifier {
  readonly #run: Run
  readonly #known: ReadonlyMap<string, KnownRecord>
  readonly #taken = new Set<string>()

  constructor(run: Run, known: ReadonlyMap<string, KnownRecord>) {
    this.#run = run
    this.#known = known
  }

  /** @param isClear whether checking the plain id is enough */
  identify(record: Named, isClear: boolean): Identity {
    const { source, content } = record
    const { dataset } = this.#run
    const at = (id: string) => this.#known.get(recordKey({ name: source.name, id }))
    const take = (id: string): Identity => {
      const identity = { id, known: at(id) ?? null, isRepeated: this.#isTaken(source.name, id) }
      this.#taken.add(recordKey({ name: source.name, id }))
      return identity
    }
    if (isClear) return take(source.id)
    const repeated = makeRepeatedId(record, dataset)
    if (at(repeated)) return take(repeated)
    const inDataset = makeDatasetId(source.id, dataset)
    if (at(inDataset) && !this.#isTaken(source.name, inDataset)) return take(inDataset)
    const plain = at(source.id)
    const isFree = !this.#isTaken(source.name, source.id)
    if (isFree && (!plain || this.#mayBe(plain, source.id, content))) return take(source.id)
    const isOthers = plain && !GLOBAL.test(source.id) && !isOfDataset(plain, this.#run)
    return take(isOthers && !this.#isTaken(source.name, inDataset) ? inDataset : repeated)
  }

  #isTaken(name: string, id: string): boolean {
    const key = recordKey({ name, id })
    return (
      this.#taken.has(key) || (this.#run.isPart !== true && this.#known.get(key)?.run_id === this.#run.id)
    )
  }

  #mayBe(plain: KnownRecord, id: string, content: SpotContent): boolean {
    if (GLOBAL.test(id)) return true
    const before = getContent(plain)
    if (plain.is_deleted && isOtherPlace(before, content)) return false
    return isOfDataset(plain, this.#run) || isAlike(before, content)
  }
}

/**
 * Matches a batch of records with source records, in order. Ids are unique within a dataset or globally. Records in a
 * file that share an id are identified by name and position, so a file always yields the same records.
 */
export async function identifyRecords(tx: Tx, run: Run, records: readonly Named[]): Promise<Identity[]> {
  const known = await findRecords(
    tx,
    records.map(({ source }) => source),
  )
  const groups = groupById(records).map((group) => {
    const [first, ...others] = group
    const plain = first && known.get(recordKey(first.source))
    return {
      group,
      plain,
      isClear: first !== undefined && others.length === 0 && isClearCase(first, plain, run),
    }
  })
  const more = groups.flatMap(({ group, isClear }) =>
    isClear
      ? []
      : group.flatMap((record) => [
          { name: record.source.name, id: makeRepeatedId(record, run.dataset) },
          { name: record.source.name, id: makeDatasetId(record.source.id, run.dataset) },
        ]),
  )
  for (const [key, record] of more.length > 0 ? await findRecords(tx, more) : []) known.set(key, record)
  const identifier = new Identifier(run, known)
  const identities = new Map<Named, Identity>()
  for (const { group, plain, isClear } of groups)
    for (const record of sortByLikeness(group, plain))
      identities.set(record, identifier.identify(record, isClear))
  return records.flatMap((record) => identities.get(record) ?? [])
}
