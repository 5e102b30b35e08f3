import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from '@nollie/contract'
import { expect, test } from 'vitest'
import { programsWith, repeatedVideo } from '../../../../test/makers/hostile-files.ts'
import { killedServer } from '../../../../test/world/killed-server.ts'
import { hasFfmpeg } from '../../../../test/makers/media-files.ts'
import { server } from '../../../../test/process/server.ts'
import { CHUNK, metadata } from '../../../../test/actors/uploads.ts'

test.skipIf(!hasFfmpeg || process.platform !== 'linux')(
  'kill -9 during encoding: the encoder ends with the server, and the next start encodes the video',
  async () => {
    const { ada, env, folder } = await killedServer()
    const file = await repeatedVideo(join(folder, 'long.mp4'), { width: 1280, height: 720, frames: 600 })
    const video = readFileSync(file)
    let running = await server(env)
    await running.ready()
    const begun = await fetch(`${running.url}/api/uploads`, {
      method: 'POST',
      headers: {
        ...CHUNK,
        ...ada.bearer,
        'upload-length': String(video.length),
        'upload-metadata': metadata('video/mp4', 'long.mp4'),
      },
      body: new Uint8Array(video),
    })
    expect(begun.status).toBe(201)
    const id = begun.headers.get('location')?.split('/').at(-1) ?? ''
    const programs = () => programsWith(id).length
    await expect.poll(programs, { interval: 20 }).toBeGreaterThan(0)
    await running.kill()
    await expect.poll(programs).toBe(0)
    running = await server(env)
    await running.ready()
    await expect
      .poll(
        async () =>
          (await (await fetch(`${running.url}/api/media/${id}`, { headers: ada.bearer })).json()) as Media,
        { timeout: 120_000, interval: 200 },
      )
      .toMatchObject({ status: 'ready', width: 1280 })
    await running.stop()
  },
)
