import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programsWith } from '../../../../test/makers/hostile-files.ts'
import { ChildCrashed, FileRefused, OutOfTime } from '../formats/file-refused.ts'
import { type Limits, ProgramFailed, runLimited } from './limited-process.ts'

const LIMITS: Limits = { cpuSeconds: 20, wallSeconds: 240, memoryMiB: 512, fileMiB: 1, nice: 5 }

function sh(script: string, limits: Partial<Limits> = {}, signal?: AbortSignal) {
  return runLimited('/bin/sh', ['-c', script], { ...LIMITS, ...limits }, signal)
}

test('returns a program’s output, or throws an error that contains it', async () => {
  expect(await sh('echo here; echo there >&2')).toBe('here\n')
  await expect(sh('echo why >&2; exit 3')).rejects.toMatchObject({
    name: ProgramFailed.name,
    output: 'why\n',
  })
})

test('distinguishes a program that exceeds its CPU time or elapsed time from a crash', async () => {
  await expect(sh('while :; do :; done', { cpuSeconds: 1 })).rejects.toMatchObject({
    name: OutOfTime.name,
    message: 'This video takes too long to convert. Try a shorter or smaller one.',
    detail: expect.stringMatching(/processor/),
  })
  await expect(sh('sleep 30', { wallSeconds: 0.2 })).rejects.toBeInstanceOf(OutOfTime)
  await expect(sh('kill -s KILL $$')).rejects.toBeInstanceOf(ChildCrashed)
  // A program that is only waiting uses no CPU time.
  expect(await sh('sleep 1.5', { cpuSeconds: 1 })).toBe('')
})

test('an oversized result rejects the file', async () => {
  const target = join(tmpdir(), `nollie-large-${process.pid}`)
  await expect(
    sh(`trap 'rm ${target}' EXIT; head -c 9000000 /dev/zero > ${target} || kill -s XFSZ $$`),
  ).rejects.toBeInstanceOf(FileRefused)
})

test.skipIf(process.platform !== 'linux')(
  'aborting, or killing the server with any signal, leaves no processes behind (Linux)',
  async () => {
    const mark = `3${process.pid}1`
    const stop = new AbortController()
    const called = sh(`sleep ${mark} & sleep ${mark}`, {}, stop.signal)
    await expect.poll(() => programsWith(`sleep ${mark}`).length).toBeGreaterThan(1)
    stop.abort()
    await expect(called).rejects.toThrow('canceled')
    await expect.poll(() => programsWith(`sleep ${mark}`)).toEqual([])

    const module = fileURLToPath(new URL('./limited-process.ts', import.meta.url))
    for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGTERM'] as const) {
      const program = `import { runLimited } from ${JSON.stringify(module)}
        await runLimited('/bin/sleep', ['${mark}'], ${JSON.stringify(LIMITS)})`
      const server = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
      await expect.poll(() => programsWith(`sleep ${mark}`)).not.toEqual([])
      server.child.kill(signal)
      await expect(server).rejects.toMatchObject({ signal })
      await expect.poll(() => programsWith(`sleep ${mark}`)).toEqual([])
    }
  },
)
