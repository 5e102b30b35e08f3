import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { hasFfmpeg, makeVideo } from '../../../../test/makers/media-files.ts'
import { member } from '../../../../test/actors/people.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { chooseVideoEncoder } from '../index.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'nollie-package-'))
// A search path without ffmpeg.
const chosen = await chooseVideoEncoder(folder)
beforeAll(async () => {
  app = await testApp({ videoEncoder: chosen?.encoder ?? null })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(chosen === null || !hasFfmpeg)(
  `a machine without ffmpeg fully processes an uploaded video${chosen ? '' : ' (skipped: npm left the package out)'}`,
  async () => {
    const ada = await member(app, 'ada')
    const clip = await makeVideo(join(folder, 'clip.mp4'), ['-c:v', 'libx264'], { size: '640x360' })
    const hers = uploader(app, ada)
    const { id } = await hers.upload(readFileSync(clip), { filetype: 'video/mp4', filename: 'clip.mp4' })
    const media = await hers.settled(id)
    expect(media).toMatchObject({ type: 'video', status: 'ready', width: 640, height: 360, failure: null })
    const played = await app.app.inject({ url: media.url ?? '', headers: ada.bearer })
    expect([played.statusCode, played.headers['content-type']]).toEqual([200, 'video/mp4'])
  },
)
