import { lstatSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Db, Tx } from '@nollie/server/db'
import type { MediaModule } from '@nollie/server/modules/media'
import { countQuietly } from '@nollie/server/modules/posts'
import type { FetchOptions } from '@nollie/server/platform/fetch'
import { Refusal } from '@nollie/server/platform/http'
import { StartRefused } from '@nollie/server/start-refused'
import { type CommentPass, commentLikesTable, commentsTable } from './comments.ts'
import { discussionsTable } from './discussions.ts'
import { withSavepoint } from './imported-rows.queries.ts'
import { type ImportContext, importTable, type Table } from './import-table.ts'
import { MediaSource } from './media-source.ts'
import { picturesTable, profilesTable, usersTable } from './people.ts'
import { postsTable } from './posts.ts'
import { TABLE_ENDINGS } from './read-rows.ts'
import { followsTable, likesTable } from './likes-and-follows.ts'
import { legacySpotsTable } from './repair-legacy-spots.ts'
import { Report } from './report.ts'
import { spotsTable } from './spots.ts'
import { inEnglish } from '@nollie/server/platform/languages'

const TABLES = [
  'users',
  'profiles',
  'spots',
  'posts',
  'comments',
  'comment_likes',
  'likes',
  'follows',
  'discussions',
] as const
type TableName = (typeof TABLES)[number]

/**
 * Maximum number of passes over the comments file. Replies whose parent comment hasn't been found by then are rejected.
 */
const MAX_PASSES = 20

export type TablesImport = {
  db: Db
  media: Pick<MediaModule, 'addFile' | 'tryFile'>
  folder: string
  /** The other product's name. */
  source: string
  /** Whether to import everything and then roll it back. */
  isTrial: boolean
  /** Options for fetching URLs. If null, only files in the folder are imported. */
  fetch: Partial<FetchOptions> | null
  /** Called with a line for everything that was changed or not imported. */
  print: (line: string) => void
}

// Some tools name their exports `posts_rows.csv`.
function findTable(name: string): TableName | undefined {
  const bare = name
    .slice(0, -extname(name).length)
    .toLowerCase()
    .replace(/_rows$/, '')
  return TABLES.find((table) => table === bare)
}

/**
 * Maps tables to the export's files.
 * @throws StartRefused if there are no files, or two files for a table
 */
export function findTableFiles(folder: string, print: (line: string) => void): Map<TableName, string> {
  const files = new Map<TableName, string>()
  for (const name of readdirSync(folder).toSorted()) {
    if (!TABLE_ENDINGS.some((ending) => extname(name).toLowerCase() === ending)) continue
    const table = findTable(name)
    const file = join(folder, name)
    if (table === undefined || !lstatSync(file).isFile()) {
      print(`note    ${JSON.stringify(name)} is not a table that can be imported`)
      continue
    }
    if (files.has(table)) throw new StartRefused(`${folder} has two files for ${table}.`)
    files.set(table, file)
  }
  if (files.size === 0)
    throw new StartRefused(
      `${folder} has no tables: files named ${TABLES.join(', ')}, ending in ${TABLE_ENDINGS.join(', ')}.`,
    )
  return files
}

// A reply can be imported only after its parent comment, and the file may list them in any order. So the file is read
// again until a pass adds no replies. Only the last pass reports, to avoid reporting a pending reply every time.
async function importReplies(context: ImportContext, file: string): Promise<void> {
  let added = 0
  let before = Number.POSITIVE_INFINITY
  for (let count = 1; count <= MAX_PASSES; count += 1) {
    const silent = { ...context, report: new Report(() => {}) }
    const pass: CommentPass = { replies: true, isLast: false, waiting: 0 }
    await importTable(silent, commentsTable(silent, pass), file)
    added += silent.report.of('replies').added
    if (pass.waiting === 0 || pass.waiting === before) break
    before = pass.waiting
  }
  await importTable(context, commentsTable(context, { replies: true, isLast: true, waiting: 0 }), file)
  const counts = context.report.of('replies')
  counts.added += added
  counts.known -= added
}

async function importComments(context: ImportContext, file: string): Promise<void> {
  await importTable(context, commentsTable(context, { replies: false, isLast: true, waiting: 0 }), file)
  await importReplies(context, file)
}

async function importAll(context: ImportContext, files: ReadonlyMap<TableName, string>): Promise<void> {
  const importFile = async <T>(name: TableName, table: (context: ImportContext) => Table<T>) => {
    const file = files.get(name)
    if (file !== undefined) await importTable(context, table(context), file)
  }
  await importFile('users', usersTable)
  await importFile('profiles', profilesTable)
  await importFile('spots', spotsTable)
  await importFile('posts', postsTable)
  await importFile('spots', legacySpotsTable)
  await importFile('profiles', picturesTable)
  const comments = files.get('comments')
  if (comments !== undefined) await importComments(context, comments)
  await importFile('comment_likes', commentLikesTable)
  await importFile('likes', likesTable)
  await importFile('follows', followsTable)
  await importFile('discussions', discussionsTable)
}

class TrialOver extends Error {}

/**
 * Imports another product's tables, each after the tables it refers to. Imported rows are recorded permanently, so the
 * next run adds missing rows, but not duplicates or rows that were deleted here.
 * @throws StartRefused if the folder contains no tables
 */
export async function importTables(given: TablesImport): Promise<Report> {
  const { db, media, folder, source, isTrial, print } = given
  const files = findTableFiles(folder, print)
  const report = new Report(print)
  const found = new MediaSource(folder, given.fetch)
  const takeWith =
    (take: (owner_id: string, bytes: Buffer) => Promise<string>): ImportContext['takeFile'] =>
    async (owner_id, { where, address }) => {
      const file = await found.find(address)
      try {
        if ('reason' in file) throw new Refusal('UNPROCESSABLE', { detail: inEnglish(file.reason) })
        const media_id = await take(owner_id, file.bytes)
        report.files.added += 1
        return media_id
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        report.fileRefused(where, address, error.message)
        return null
      }
    }
  if (!isTrial) {
    const unit: ImportContext['unit'] = (work) =>
      db.transaction().execute(async (tx) => {
        const result = await work(tx)
        await countQuietly(tx)
        return result
      })
    await importAll({ db, source, report, unit, takeFile: takeWith(media.addFile) }, files)
    return report
  }
  const trial = async (tx: Tx) => {
    const unit: ImportContext['unit'] = (work) => withSavepoint(tx, work)
    const takeFile = takeWith((owner_id, bytes) => media.tryFile(tx, owner_id, bytes))
    await importAll({ db: tx, source, report, unit, takeFile }, files)
    throw new TrialOver()
  }
  await db
    .transaction()
    .execute(trial)
    .catch((error: unknown) => {
      if (!(error instanceof TrialOver)) throw error
    })
  return report
}
