import { sql } from 'kysely'
import pg from 'pg'
import { countCopied } from '../db/copy-rows.ts'
import type { Db } from '../db/open.ts'
import { connectAdmin } from './archive/archive.queries.ts'

/** How much was checked, counted the same way as in a backup, and the problems found. */
export type Checked = { tables: number; rows: number; others: number; problems: string[] }

function literal(names: string[]) {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}

type ForeignKey = { name: string; child: string; parent: string; columns: string[]; parents: string[] }

/** Finds rows whose foreign key matches no row, which is possible only if the database's files are damaged. */
async function orphans(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select array_agg(attname::text order by ord) from unnest(conkey) with ordinality k(num, ord)
          join pg_attribute on attrelid = conrelid and attnum = num) as columns,
       (select array_agg(attname::text order by ord) from unnest(confkey) with ordinality k(num, ord)
          join pg_attribute on attrelid = confrelid and attnum = num) as parents
     from pg_constraint where contype = 'f' and conparentid = 0`,
  )
  const problems: string[] = []
  for (const { name, child, parent, columns, parents } of rows) {
    const set = columns.map((column) => `c.${pg.escapeIdentifier(column)} is not null`).join(' and ')
    const same = columns
      .map((column, at) => `p.${pg.escapeIdentifier(parents[at] ?? '')} = c.${pg.escapeIdentifier(column)}`)
      .join(' and ')
    const found = await client.query<{ count: number }>(
      `select count(*)::int as count from ${child} c
       where ${set} and not exists (select from ${parent} p where ${same})`,
    )
    const count = found.rows[0]?.count ?? 0
    if (count > 0)
      problems.push(
        `${count} rows of ${child} (${literal(columns)}, ${name}) refer to missing rows of ${parent}`,
      )
  }
  return problems
}

/** Reads every page of every table and every entry of every index. */
async function pages(client: pg.Client): Promise<string[]> {
  await client.query('create extension if not exists amcheck')
  const { rows } = await client.query<{ name: string; kind: string; method: string }>(
    `select c.oid::regclass::text as name, c.relkind::text as kind, coalesce(am.amname, '') as method
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am am on am.oid = c.relam
     where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'i') order by 1`,
  )
  const problems: string[] = []
  for (const { name, kind, method } of rows) {
    if (kind === 'i') {
      if (method !== 'btree') continue
      await client
        .query('select bt_index_check($1::regclass, true)', [name])
        .catch((error: Error) => problems.push(error.message))
      continue
    }
    const heap = await client.query<{ msg: string }>('select msg from verify_heapam($1::regclass)', [name])
    for (const { msg } of heap.rows) problems.push(`${name}: ${msg}`)
  }
  return problems
}

// A stored count plus its queued changes must equal the number of rows.
const COUNTS: Record<string, string> = {
  'likes of items': `select count(*) from post_media m where m.like_count
      + coalesce((select sum(d.delta) from counter_delta d
          where d.counter = 'like' and (d.post_id, d.media_index) = (m.post_id, m.media_index)), 0)
      <> (select count(*) from likes l where (l.post_id, l.media_index) = (m.post_id, m.media_index))`,
  'likes of comments': `select count(*) from comments c where c.like_count
      <> (select count(*) from comment_likes l where l.comment_id = c.id)`,
  'likes of discussions': `select count(*) from discussions d where d.like_count
      <> (select count(*) from discussion_likes l where l.discussion_id = d.id)`,
  'people followed': `select count(*) from person_counts c where c.following_count
      + coalesce((select sum(d.delta) from person_delta d
          where d.counter = 'following' and d.user_id = c.user_id), 0)
      <> (select count(*) from follows f where f.follower_id = c.user_id and not nollie_is_hidden(f.following_id))`,
}

async function counts(client: pg.Client): Promise<string[]> {
  const problems: string[] = []
  for (const [what, query] of Object.entries(COUNTS)) {
    const { rows } = await client.query<{ count: string }>(query)
    if (Number(rows[0]?.count) > 0)
      problems.push(`${rows[0]?.count} counts of ${what} do not match the number of rows`)
  }
  return problems
}

/** Checks a database's pages, indexes, foreign keys, and stored counts, connected as its superuser. */
export async function checkDatabase(adminUrl: string): Promise<Checked> {
  const url = new URL(adminUrl)
  url.pathname = '/nollie'
  const client = await connectAdmin(url.href)
  try {
    const problems = [...(await pages(client)), ...(await orphans(client)), ...(await counts(client))]
    // Damaged pages can't be counted.
    const found = problems.length > 0 ? { tables: 0, rows: 0, others: 0 } : await countCopied(client)
    return { ...found, problems }
  } finally {
    await client.end()
  }
}

/** Counts a table's rows; `table` includes the schema. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}
