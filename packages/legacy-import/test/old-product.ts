import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { importTables, type TablesImport } from '../src/import-tables.ts'
import { findVideoEncoder, openMedia } from '@nollie/server/modules/media'
import { testApp } from '../../../apps/server/test/world/app.ts'
import { member } from '../../../apps/server/test/actors/people.ts'

/** Starts an app that imports exported data, with a member who reads the result. */
export async function importApp() {
  const videoEncoder = await findVideoEncoder(process.env.PATH ?? '')
  const it = await testApp({ videoEncoder })
  const media = await openMedia({
    db: it.db,
    log: it.app.log,
    storage: it.storage,
    videoEncoder,
  })
  const viewer = await member(it, 'newcomer')
  return {
    ...it,
    media,
    viewer,
    /** Imports a folder. Returns the printed lines, the report, and its counts. */
    importFolder: async (folder: string, options: Partial<TablesImport> = {}) => {
      const lines: string[] = []
      const report = await importTables({
        db: it.db,
        media,
        folder,
        source: folder,
        isTrial: false,
        fetch: null,
        print: (line) => lines.push(line),
        ...options,
      })
      return { lines, report, counts: Object.fromEntries(report.counts) }
    },
    /** Sends a GET request as the member and returns the response. */
    get: async (url: string) => (await it.app.inject({ url, headers: viewer.bearer })).json(),
    spotsNamed: (name: string) => it.db.selectFrom('spots').selectAll().where('name', '=', name).execute(),
    postsTitled: (title: string) =>
      it.db.selectFrom('posts').selectAll().where('title', '=', title).execute(),
    close: async () => {
      await media.close()
      await it.close()
    },
  }
}

/** Creates a folder with an export. */
export function exportFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-tables-'))
  return {
    folder,
    write: (name: string, content: string) => writeFileSync(join(folder, name), content),
    table: (name: string, rows: readonly object[]) =>
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(rows, null, 1)),
    photo: async (name: string, background: string) => {
      const file = join(folder, name)
      mkdirSync(join(file, '..'), { recursive: true })
      await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .jpeg()
        .toFile(file)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The URL under which the other product stored its photos. */
export const STORE = 'https://store.example/storage/v1/object/public/spot-photos'
/** Writes a small community in the other product's table format. Names and email addresses contain the tag. */
export async function oldProduct({ table, photo }: ReturnType<typeof exportFolder>, tag: string) {
  await photo('spot-photos/cover.jpg', '#a03020')
  await photo('spot-photos/second.jpg', '#20a030')
  await photo('spot-photos/third.jpg', '#3020a0')
  await photo('avatars/ada.jpg', '#a0a020')
  table('users', [
    { id: 'u1', email: `ada.${tag}@old.example`, email_confirmed_at: '2023-01-01T00:00:00Z' },
    { id: 'u2', email: `ben.${tag}@old.example`, email_confirmed_at: '2023-01-01T00:00:00Z' },
  ])
  table('profiles', [
    {
      user_id: 'u1',
      username: `Ada.${tag}`,
      full_name: 'Ada Ollie',
      bio: 'Ledges\n=1+1',
      is_admin: true,
      avatar_url: 'avatars/ada.jpg',
      instagram_url: '@ada',
      created_at: '2023-01-02 03:04:05.123456+00',
    },
    { user_id: 'u2', username: `ben ${tag}!`, full_name: 'Nollie Support', bio: null },
  ])
  table('spots', [
    {
      id: 's1',
      name: `Ledge ${tag}`,
      description: 'Waxed.',
      latitude: 41.38,
      longitude: 2.17,
      created_by: 'u1',
      spot_type: 'ledges',
      spot_types: '{ledges,mini_ramp}',
      created_at: '2023-02-01',
      photo_url: `${STORE}/cover.jpg`,
      additional_images: [`${STORE}/second.jpg`, `${STORE}/third.jpg`],
    },
  ])
  table('posts', [
    {
      id: 'p1',
      user_id: 'u1',
      spot_id: 's1',
      title: `Ledge ${tag}`,
      image_url: `${STORE}/cover.jpg`,
      content: `Hello @Ada.${tag}\n\n[MEDIA_URLS]["${STORE}/cover.jpg","${STORE}/second.jpg"]`,
      created_at: '2023-02-01T10:00:00Z',
    },
    {
      id: 'p2',
      user_id: 'u2',
      title: `Words ${tag}`,
      content: 'Only words',
      created_at: '2023-03-01T10:00:00Z',
    },
  ])
  // A reply is listed before the comment it replies to, and a reply to a reply is listed before both.
  table('comments', [
    { id: 'c3', post_id: 'p1', user_id: 'u1', content: 'Deep', parent_comment_id: 'c2', media_index: 1 },
    { id: 'c2', post_id: 'p1', user_id: 'u1', content: 'Reply', parent_comment_id: 'c1', media_index: 1 },
    {
      id: 'c1',
      post_id: 'p1',
      user_id: 'u2',
      content: 'Nice',
      media_index: 1,
      created_at: '2023-02-02T00:00:00Z',
    },
  ])
  table('likes', [
    { id: 'l1', post_id: 'p1', user_id: 'u2', media_index: 1, created_at: '2023-02-03T00:00:00Z' },
    { id: 'l2', post_id: 'p1', user_id: 'u1', media_index: 0 },
  ])
  table('comment_likes', [{ id: 'k1', comment_id: 'c1', user_id: 'u1' }])
  table('follows', [{ id: 'f1', follower_id: 'u2', following_id: 'u1' }])
  table('discussions', [
    { id: 'd1', user_id: 'u1', title: `Wax ${tag}?`, content: 'Which?', category: 'odd' },
  ])
}
