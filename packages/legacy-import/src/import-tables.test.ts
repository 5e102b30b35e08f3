import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo, tokenIn } from '../../../apps/server/test/services/mails.ts'
import { commentsCounted } from '../../../apps/server/test/world/wait-for-counts.ts'
import { hasFfmpeg, makeVideo } from '../../../apps/server/test/makers/media-files.ts'
import { exportFolder, importApp, oldProduct, STORE } from '../test/old-product.ts'
import { post } from '../../../apps/server/test/actors/people.ts'

let it: Awaited<ReturnType<typeof importApp>>
let files: ReturnType<typeof exportFolder>
beforeAll(async () => {
  it = await importApp()
})
afterAll(() => it.close())
beforeEach(() => {
  files = exportFolder()
})
afterEach(() => files.remove())

async function everything() {
  await commentsCounted(it.db)
  const count = async (name: 'users' | 'spots' | 'posts' | 'post_media' | 'comments' | 'likes' | 'follows') =>
    (await it.db.selectFrom(name).selectAll().execute()).length
  return {
    users: await count('users'),
    spots: await count('spots'),
    posts: await count('posts'),
    items: await count('post_media'),
    comments: await count('comments'),
    likes: await count('likes'),
    follows: await count('follows'),
  }
}

test('DATA-05 SPOT-25 SPOT-26 C-27 G-33 P-13 P-21 the old product is imported completely: people, spots with covers, posts with items, comments, and counts', async () => {
  await oldProduct(files, 'whole')
  const { lines, counts, report } = await it.importFolder(files.folder)
  expect(lines).toEqual([
    'note    profiles row 2: full_name could be mistaken for the people who run this server and was skipped',
    'note    profiles row 2: "ben whole!" was renamed ben_whole',
  ])
  expect(report.isComplete).toBe(true)
  expect(counts).toMatchObject({
    users: { read: 2, added: 2, known: 0, refused: 0 },
    profiles: { read: 2, added: 2 },
    spots: { read: 1, added: 1 },
    posts: { read: 2, added: 2 },
    'photos of spots': { read: 1, added: 1 },
    'profile pictures': { read: 1, added: 1 },
    comments: { read: 1, added: 1 },
    replies: { read: 2, added: 2, known: 0 },
    likes: { read: 2, added: 2 },
  })
  const [spot] = await it.spotsNamed('Ledge whole')
  const page = await it.get(`/api/spots/${spot?.id}`)
  expect(page).toMatchObject({
    spot_types: ['ledges', 'mini-ramp'],
    city: 'Barcelona',
    source: null,
    posts_count: 2,
    creator: { username: 'Ada.whole', full_name: 'Ada Ollie' },
    photo: { status: 'ready' },
  })
  expect(new Date(page.created_at).toISOString()).toBe('2023-02-01T00:00:00.000Z')
  const gallery = (await it.get(`/api/spots/${spot?.id}/media`)).items as Record<string, unknown>[]
  expect(
    gallery.map(({ title, content, media_index, likes_count, comments_count, is_cover }) => ({
      title,
      content,
      media_index,
      likes_count,
      comments_count,
      is_cover,
    })),
  ).toEqual([
    {
      title: 'Ledge whole',
      content: 'Hello @Ada.whole',
      media_index: 0,
      is_cover: true,
      likes_count: 1,
      comments_count: 0,
    },
    {
      title: 'Ledge whole',
      content: 'Hello @Ada.whole',
      media_index: 1,
      is_cover: false,
      likes_count: 1,
      comments_count: 3,
    },
    // SPOT-26: the third photo wasn't in a post.
    {
      title: 'Ledge whole - Photo 3',
      content: null,
      media_index: 0,
      is_cover: false,
      likes_count: 0,
      comments_count: 0,
    },
  ])
  const post_id = String(gallery[0]?.post_id)
  const { items } = await it.get(`/api/posts/${post_id}/comments?media_index=1`)
  expect(items).toMatchObject([
    { content: 'Nice', likes_count: 1, replies_count: 2, created_at: '2023-02-02T00:00:00.000Z' },
  ])
  expect(items[0].replies.map(({ content }: { content: string }) => content).toSorted()).toEqual([
    'Deep',
    'Reply',
  ])
  const ada = await it.db
    .selectFrom('profiles')
    .selectAll()
    .where('username', '=', 'Ada.whole')
    .executeTakeFirstOrThrow()
  expect(ada).toMatchObject({ is_admin: false, instagram_url: 'https://www.instagram.com/ada' })
  expect(ada.avatar_url).toMatch(/^\/media\/.*\/400\.webp$/)
  const picture = await it.app.inject({ url: ada.avatar_url ?? '', headers: it.viewer.bearer })
  expect(picture.statusCode).toBe(200)
  expect(await it.get(`/api/people/${ada.user_id}`)).toMatchObject({
    followers_count: 1,
    posts_count: 3,
    spots_count: 1,
  })
  // Past events don't notify anyone.
  expect(await it.db.selectFrom('notifications').selectAll().execute()).toEqual([])
})

test('SPOT-25 a second import duplicates nothing, and restores nothing that was deleted here', async () => {
  await oldProduct(files, 'twice')
  await it.importFolder(files.folder)
  const before = await everything()
  const again = await it.importFolder(files.folder)
  expect(await everything()).toEqual(before)
  for (const [name, { added, refused }] of Object.entries(again.counts))
    expect([name, added, refused]).toEqual([name, 0, 0])
  const [words] = await it.postsTitled('Words twice')
  await it.db
    .deleteFrom('posts')
    .where('id', '=', words?.id ?? '')
    .execute()
  await it.importFolder(files.folder)
  expect(await it.postsTitled('Words twice')).toEqual([])
})

test('an import continues after a crash without repeating rows', async () => {
  await oldProduct(files, 'died')
  let taken = 0
  const dying: typeof it.media = {
    ...it.media,
    addFile: (owner, bytes) => {
      taken += 1
      if (taken > 2) throw new Error('the power went out')
      return it.media.addFile(owner, bytes)
    },
  }
  await expect(it.importFolder(files.folder, { media: dying })).rejects.toThrow('the power went out')
  const { report } = await it.importFolder(files.folder)
  expect(report.isComplete).toBe(true)
  const [spot] = await it.spotsNamed('Ledge died')
  expect((await it.get(`/api/spots/${spot?.id}/media`)).items).toHaveLength(3)
  expect(await it.postsTitled('Ledge died - Photo 3')).toHaveLength(1)
})

test('a trial run prints the same report and changes nothing', async () => {
  await oldProduct(files, 'trial')
  const before = await everything()
  const trial = await it.importFolder(files.folder, { isTrial: true })
  expect(await everything()).toEqual(before)
  const real = await it.importFolder(files.folder)
  expect(trial.counts).toEqual(real.counts)
  expect(trial.lines).toEqual(real.lines)
})

test('missing files are reported, and imported by the next run once they are there', async () => {
  await oldProduct(files, 'late')
  rmSync(join(files.folder, 'spot-photos/second.jpg'))
  const { lines, report } = await it.importFolder(files.folder)
  expect(report.isComplete).toBe(false)
  expect(lines).toContain(
    `refused posts row 1, item 1: ${STORE}/second.jpg is not in the folder. Add --fetch to download it`,
  )
  await files.photo('spot-photos/second.jpg', '#20a030')
  expect((await it.importFolder(files.folder)).report.isComplete).toBe(true)
  const [spot] = await it.spotsNamed('Ledge late')
  const { items } = await it.get(`/api/spots/${spot?.id}/media`)
  expect(items.map(({ media_index }: { media_index: number }) => media_index)).toEqual([0, 1, 0])
})

test('people claim their imported account through the forgotten-password email', async () => {
  await oldProduct(files, 'claim')
  await it.importFolder(files.folder)
  const email = 'ada.claim@old.example'
  const tried = await post(it.app, '/api/auth/sign-in', { email, password: '' })
  expect(tried.statusCode).toBe(400)
  expect((await post(it.app, '/api/auth/sign-in', { email, password: 'null' })).statusCode).toBe(401)
  await post(it.app, '/api/auth/password-resets', { email })
  const [mail] = await mailsTo(it, email)
  const password = 'rolls away clean again'
  const set = await post(it.app, '/api/auth/password', { token: tokenIn(mail, 'reset'), password })
  expect(set.statusCode).toBe(204)
  const signedIn = await post(it.app, '/api/auth/sign-in', { email, password })
  expect(signedIn.json().user).toMatchObject({ username: 'Ada.claim', is_admin: false })
})

test('a person whose address has an account here gets that account; an unverified address doesn’t count', async () => {
  files.table('users', [
    { id: 'u1', email: it.viewer.email, email_confirmed_at: '2023-01-01T00:00:00Z' },
    { id: 'u2', email: 'newcomer@example.com', email_confirmed_at: null },
  ])
  files.table('profiles', [
    { user_id: 'u1', username: 'other', bio: 'Old words' },
    { user_id: 'u2', username: 'forger' },
  ])
  files.table('posts', [
    { id: 'p1', user_id: 'u1', title: 'Mine of before' },
    { id: 'p2', user_id: 'u2', title: 'Not mine' },
  ])
  const { lines } = await it.importFolder(files.folder)
  expect(lines).toContain(
    'note    users row 1: merged into newcomer, who has the same email address and keeps their profile',
  )
  expect(lines.join()).toContain('users row 2: has no verified email address')
  const [[mine], [forged]] = [await it.postsTitled('Mine of before'), await it.postsTitled('Not mine')]
  expect(
    [mine, forged].map((row) => (row as unknown as { user_id: string }).user_id === it.viewer.user_id),
  ).toEqual([true, false])
  expect(await it.get(`/api/people/${it.viewer.user_id}`)).toMatchObject({ username: 'newcomer', bio: null })
})

test('CSV with lists, quotes, and line breaks has the same result as JSON', async () => {
  await files.photo('a.jpg', '#123456')
  await files.photo('b.jpg', '#654321')
  files.write(
    'profiles_rows.csv',
    '\uFEFFuser_id,username,full_name,email\r\nu1,csv_rider,"O\'Neil, ""Eli""",eli@old.example\r\n',
  )
  files.write(
    'spots_rows.csv',
    'id,name,latitude,longitude,created_by,spot_types,photo_url,additional_images\r\n' +
      's1,"Csv\r\nrail",41.4,2.2,u1,"[""rails""]",a.jpg,"{b.jpg}"\r\n',
  )
  const { report, lines } = await it.importFolder(files.folder)
  expect([report.isComplete, lines]).toEqual([true, []])
  expect(await it.spotsNamed('Csv rail')).toMatchObject([{ spot_types: ['rails'] }])
  expect(await it.postsTitled('Csv rail - Photo 2')).toMatchObject([{ kind: 'repair' }])
  const [eli] = await it.db
    .selectFrom('profiles')
    .select('full_name')
    .where('username', '=', 'csv_rider')
    .execute()
  expect(eli?.full_name).toBe('O\'Neil, "Eli"')
})

test.skipIf(!hasFfmpeg)('imports a video, for which the server makes a poster', async () => {
  await makeVideo(join(files.folder, 'clip.mp4'), ['-c:v', 'libx264'])
  files.table('profiles', [{ user_id: 'u1', username: 'filmer', email: 'filmer@old.example' }])
  files.table('posts', [{ id: 'p1', user_id: 'u1', title: 'A clip', video_url: 'clip.mp4' }])
  expect((await it.importFolder(files.folder)).report.isComplete).toBe(true)
  const [clip] = await it.postsTitled('A clip')
  expect(clip).toMatchObject({ kind: 'media' })
  await expect.poll(async () => (await it.get(`/api/posts/${clip?.id}`)).media[0].media.status).toBe('ready')
})

test('a folder without a table, or with two files for one, is refused with a sentence', async () => {
  await expect(it.importFolder(files.folder)).rejects.toThrow('has no table')
  files.table('posts', [])
  files.write('posts.csv', 'id\n')
  await expect(it.importFolder(files.folder)).rejects.toThrow('has two files for posts')
})
