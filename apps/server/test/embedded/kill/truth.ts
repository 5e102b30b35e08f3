import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Acknowledged } from './client.ts'

const PICTURES = ['400.avif', '400.webp', '1080.avif', '1080.webp']
const LARGEST = ['2048.avif', '2048.webp']

/** Statements that must never find a row (promises I2, I5, I6, I7, I9). */
const NEVER: Record<string, string> = {
  'a spot without its creation post': `select id from spots s where source is null
    and (select count(*) from posts p where p.spot_id = s.id and p.kind = 'spot') <> 1`,
  'a spot without a ready photo in its creation post': `select id from spots s where not exists (
    select from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
    where p.spot_id = s.id and p.kind = 'spot' and m.type = 'image' and m.status = 'ready')`,
  'a spot whose cover is not ready, or not its own': `select s.id from spots s left join media m on m.id = s.cover_media_id
    where m.status is distinct from 'ready' or m.owner_id is distinct from s.created_by`,
  'a creation post without its spot': `select id from posts where kind = 'spot' and spot_id is null`,
  'media of a post that does not count as taken': `select media_id from post_media pm join media m on m.id = pm.media_id
    where m.attached_at is null`,
  'media taken by no post': `select id from media m where attached_at is not null
    and not exists (select from post_media pm where pm.media_id = m.id)`,
  'an account without a profile': `select id from users u where not exists (select from profiles p where p.user_id = u.id)`,
  'two spots of one name': `select name from spots group by name having count(*) > 1`,
  'a key remembered without what it made': `select key from idempotency_keys k
    where not exists (select from spots where id = (k.answer ->> 'id')::uuid)
    and not exists (select from discussions where id = (k.answer ->> 'id')::uuid)
    and not exists (select from messages where id = (k.answer ->> 'id')::uuid)
    -- Deleted ones leave no row.
    and not exists (select from comments where id = (k.answer ->> 'id')::uuid)
    and not (k.answer ? 'post_id' and k.answer ? 'content')`,
}

/** Checks the promises with SQL and on disk (unless `mediaDir` is null). Returns a sentence for each violation. */
export async function breaches(
  client: pg.Client,
  mediaDir: string | null,
  acked: Acknowledged,
): Promise<string[]> {
  const found: string[] = []
  const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  for (const [what, statement] of Object.entries(NEVER))
    for (const row of await ask(statement)) found.push(`${what}: ${Object.values(row).join()}`)

  for (const { id, name } of acked.spots) {
    const [row] = await ask('select name from spots where id = $1 and deleted_at is null', [id])
    if (row?.name !== name) found.push(`acknowledged spot ${id} is ${JSON.stringify(row)}`)
  }
  for (const { email } of acked.people) {
    const [row] = await ask('select email_verified from users where email = $1', [email])
    if (!row?.email_verified) found.push(`acknowledged account ${email} is ${JSON.stringify(row)}`)
  }
  for (const id of acked.uploads) {
    const [row] = await ask('select status from media where id = $1', [id])
    if (row?.status !== 'ready') found.push(`acknowledged upload ${id} is ${JSON.stringify(row)}`)
  }

  if (mediaDir !== null) found.push(...(await breachesOfFiles(ask, mediaDir)))

  const [map] = await ask(`select (select count(*)::int from spots where deleted_at is null) as spots,
    (select coalesce(sum(n + n20), 0)::int from cells where z = 0) as counted,
    (select count(*)::int from spot_changes) as waiting`)
  if (map.counted !== map.spots || map.waiting !== 0) found.push(`the map counts ${JSON.stringify(map)}`)
  return found
}

type Ask = (text: string) => Promise<Record<string, string>[]>

async function breachesOfFiles(ask: Ask, mediaDir: string): Promise<string[]> {
  const found: string[] = []
  const ready = await ask(`select key, largest_pending from media where status = 'ready' and type = 'image'`)
  const folders = listFolders(mediaDir)
  for (const { key, largest_pending } of ready)
    for (const file of [...PICTURES, ...(largest_pending ? [] : LARGEST)]) {
      const path = join(folders.get(key ?? '') ?? join(mediaDir, 'nowhere'), file)
      if (!existsSync(path) || statSync(path).size === 0) found.push(`row without its file: ${key}/${file}`)
    }
  const known = new Set((await ask('select key from media where key is not null')).map(({ key }) => key))
  for (const key of folders.keys()) if (!known.has(key)) found.push(`files without a row: ${key}`)
  return found
}

// The key folders are nested.
function listFolders(mediaDir: string): Map<string, string> {
  const folders = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const path = join(folder, entry.name)
      if (/^[a-z2-7]{26}$/.test(entry.name)) folders.set(entry.name, path)
      else walk(path)
    }
  }
  walk(mediaDir)
  return folders
}
