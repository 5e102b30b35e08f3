import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../test/world/app.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { people } from '../../../../test/actors/people.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { requireHarmless } from './virus-scanner.ts'

const HARM = 'a text that no scanner but ours looks for'
const LARGE = 3_000_000

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-scanner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a stream's chunks once the last one has arrived; null before that. */
function decodeStream(sent: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let at = sent.indexOf(0) + 1
  for (;;) {
    if (sent.length < at + 4) return null
    const length = sent.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    if (sent.length < at + 4 + length) return null
    parts.push(sent.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
}

type Behaviour = 'scans' | 'silent' | 'broken'

/** A fake scanner that speaks clamd's protocol. */
async function ourScanner(folder: string) {
  const is: { now: Behaviour } = { now: 'scans' }
  const answer = (socket: Socket, sent: Buffer) => {
    if (is.now === 'silent' || socket.writableEnded) return
    if (is.now === 'broken') return void socket.end('stream: something unheard of ERROR\0')
    if (sent.length > LARGE) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    const file = decodeStream(sent)
    if (file) socket.end(file.includes(HARM) ? 'stream: Our.Harm FOUND\0' : 'stream: OK\0')
  }
  const server = createServer((socket) => {
    let sent = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      sent = Buffer.concat([sent, piece])
      answer(socket, sent)
    })
  })
  const path = join(folder, 'clamd.sock')
  await once(server.listen(path), 'listening')
  onTestFinished(() => void server.close())
  return { url: new URL(`unix:${path}`), is }
}

/** Starts ClamAV's daemon with a single test signature. */
async function clamAv(folder: string): Promise<URL> {
  const path = join(folder, 'clamd.ctl')
  writeFileSync(join(folder, 'ours.ndb'), `Our.Harm:0:*:${Buffer.from(HARM).toString('hex')}\n`)
  const settings = {
    LocalSocket: path,
    DatabaseDirectory: folder,
    Foreground: 'yes',
    User: 'root',
    StreamMaxLength: LARGE,
  }
  const file = join(folder, 'clamd.conf')
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  const child = spawn('clamd', [`--config-file=${file}`], { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  await expect.poll(() => existsSync(path)).toBe(true)
  return new URL(`unix:${path}`)
}

async function expectSpeaks(url: URL, folder: string) {
  const file = join(folder, 'file')
  const check = async (bytes: Buffer) => {
    writeFileSync(file, bytes)
    await requireHarmless(url, file)
  }
  await check(Buffer.alloc(1_000_000, 'harmless '))
  await check(Buffer.alloc(0))
  await expect(check(Buffer.from(`x ${HARM} x`))).rejects.toMatchObject({
    name: 'FileRefused',
    detail: expect.stringContaining('Our.Harm'),
  })
  await expect(check(Buffer.alloc(2 * LARGE, 'large '))).rejects.toMatchObject({
    name: 'FileRefused',
    message: expect.stringContaining('too large'),
  })
}

test('V5.4.3 sends a file in pieces, and uses the scanner’s verdict', async () => {
  const folder = aFolder()
  const { url, is } = await ourScanner(folder)
  await expectSpeaks(url, folder)
  const file = join(folder, 'file')
  writeFileSync(file, 'x')
  const down = { name: 'ScannerDown' }
  is.now = 'silent'
  await expect(requireHarmless(url, file, 100)).rejects.toMatchObject(down)
  is.now = 'broken'
  await expect(requireHarmless(url, file)).rejects.toMatchObject(down)
  await expect(requireHarmless(new URL('tcp://127.0.0.1:1'), file)).rejects.toMatchObject(down)
})

test.skipIf(spawnSync('clamd', ['--version']).status !== 0)('V5.4.3 works with ClamAV itself', async () => {
  const folder = aFolder()
  await expectSpeaks(await clamAv(folder), folder)
})

test('V5.4.3 rejects a harmful photo before reading it; photos wait while no scanner responds', async () => {
  const { url, is } = await ourScanner(aFolder())
  const app = await testApp({ scanner: url })
  onTestFinished(() => app.close())
  const { ada } = await people(app, 'ada')
  const hers = uploader(app, ada)
  const photo = await phonePhoto({ width: 320, height: 240 })
  const harmful = await hers.upload(Buffer.concat([photo, Buffer.from(HARM)]))
  await expect
    .poll(() => hers.status(harmful.id))
    .toMatchObject({
      status: 'failed',
      failure: 'A virus scanner flagged this file.',
    })
  await expect.poll(() => hers.left(harmful.id)).toEqual([])
  is.now = 'broken'
  const { id } = await hers.upload(photo)
  const selectRow = () =>
    app.db
      .selectFrom('media')
      .select(['status', 'claim', 'tries', 'due_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const isPutBack = async () => {
    const { claim, due_at } = await selectRow()
    return claim === null && Date.parse(due_at) > Date.now()
  }
  await expect.poll(isPutBack).toBe(true)
  expect(await selectRow()).toMatchObject({ status: 'processing', tries: 0 })
  is.now = 'scans'
  await app.db
    .updateTable('media')
    .set({ due_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await expect.poll(() => hers.status(id)).toMatchObject({ status: 'ready' })
})
