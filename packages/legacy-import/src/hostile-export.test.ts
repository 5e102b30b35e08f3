import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportFolder, importApp } from '../test/old-product.ts'
import { PHOTO_HOST } from '../../../apps/server/test/services/photo-host.ts'

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

test('a hostile export breaks nothing and reveals nothing about the machine', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'nollie-outside-'))
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#000' } })
    .jpeg()
    .toFile(join(outside, 'secret.jpg'))
  symlinkSync(join(outside, 'secret.jpg'), join(files.folder, 'link.jpg'))
  symlinkSync(join(outside, 'secret.jpg'), join(files.folder, 'likes.json'))
  files.write('program.jpg', '#!/bin/sh\nexit 1\n')
  await files.photo('good.jpg', '#abcdef')
  files.table('profiles', [
    {
      user_id: 'u1',
      username: 'admin',
      full_name: 'N\u0000ul\u202e\u001b[31m',
      bio: 'x'.repeat(5000),
      is_admin: true,
      __proto__: 1,
    },
    { user_id: { $ne: null }, username: [] },
    { user_id: 'u2', username: "'); drop table users; --", created_at: '9999-01-01' },
  ])
  const post_ = (id: string, image_url: unknown, rest: object = {}) => ({
    id,
    user_id: 'u1',
    title: id,
    image_url,
    ...rest,
  })
  files.write(
    'posts.json',
    `[${[
      post_('up', '../secret.jpg'),
      post_('encoded', 'https://a.example/..%2f..%2fsecret.jpg'),
      post_('absolute', join(outside, 'secret.jpg')),
      post_('linked', 'link.jpg'),
      post_('file', `file://${join(outside, 'secret.jpg')}`),
      post_('program', 'program.jpg'),
      post_('foreign', 'good.jpg', { user_id: it.viewer.user_id }),
      post_('number', 7),
      post_('\u001b[2Jgood\u0000', 'good.jpg', { kind: 'cover', spot_id: 'none', created_at: 'yesterday' }),
    ]
      .map((row) => JSON.stringify(row))
      .join(',')},${JSON.stringify(post_('giant', null, { content: 'y'.repeat(1_200_000) }))},
      {"id": broken}, ${JSON.stringify(post_('last', null))}]`,
  )
  files.write('follows.csv', 'id,follower_id,following_id\nf1,u1,u1\nf2,u1,nobody\nf3,"u1')
  const { lines, counts } = await it.importFolder(files.folder)
  expect(counts.posts).toEqual({ read: 12, added: 2, known: 0, refused: 10 })
  expect(counts.profiles).toMatchObject({ read: 3, added: 2, refused: 1 })
  expect(counts.follows).toEqual({ read: 3, added: 0, known: 0, refused: 3 })
  expect(lines.join()).toContain('follows row 3: it has a quote in line 4 that is never closed')
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/)
  expect(lines.filter((line) => line.includes('drop table'))).toHaveLength(1)
  expect((await it.postsTitled('[2Jgood')).length + (await it.postsTitled('last')).length).toBe(2)
  const [u1] = await it.db.selectFrom('profiles').selectAll().where('full_name', '=', 'Nul[31m').execute()
  expect(u1).toMatchObject({ is_admin: false })
  expect(u1?.username).not.toMatch(/admin/i)
  expect(await it.postsTitled('foreign')).toEqual([])
  rmSync(outside, { recursive: true })
})

test('URLs are fetched only on request and from the public network, and checked like uploads', async () => {
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const server = createServer(PHOTO_HOST, (request, answer) => {
    if (request.url === '/gone.png') answer.writeHead(404).end()
    else
      answer
        .writeHead(200, { 'content-type': 'image/png' })
        .end(request.url === '/a.png' ? photo : '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  files.table('profiles', [{ user_id: 'u1', username: 'fetcher' }])
  const [HOST, row] = ['http://photos.example', { user_id: 'u1' }]
  files.table('posts', [
    { ...row, id: 'p1', title: 'Fetched', image_url: `${HOST}/a.png` },
    { ...row, id: 'p2', title: 'Gone', image_url: `${HOST}/gone.png` },
    { ...row, id: 'p3', title: 'Drawing', image_url: `${HOST}/drawing.png` },
  ])
  try {
    const without = await it.importFolder(files.folder)
    expect(without.counts.posts).toMatchObject({ added: 0, refused: 3 })
    const inside = await it.importFolder(files.folder, { fetch: { resolve: async () => ['127.0.0.1'] } })
    expect(inside.lines.join()).toContain('is not on the public network')
    const resolve = async () => ['127.0.0.1']
    const fetch = { resolve, isAllowed: () => true, port, ca: PHOTO_HOST.cert }
    const { lines, counts } = await it.importFolder(files.folder, { fetch })
    expect(counts.posts).toMatchObject({ added: 1, refused: 2 })
    expect(lines.join()).toMatch(
      /gone\.png couldn't be downloaded: responded with 404.*drawing\.png You can upload photos/,
    )
    expect(await it.postsTitled('Fetched')).toMatchObject([{ kind: 'media' }])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
