import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveFolder } from './archive-layout.ts'
import { explainStop, readArchiveState, writeArchiveState } from './archive-state.ts'

const HOUR_MS = 3_600_000
const LAST = Date.parse('2026-11-28T12:00:00Z')
const STATE = { checked_at: new Date(LAST).toISOString(), error: null, from: null, until: null, bytes: 5 }

test.for([
  ['a round an hour ago', STATE, HOUR_MS, 0, null],
  ['none for longer', STATE, HOUR_MS + 1, 0, 'no round ended since 2026-11-28T12:00:00.000Z'],
  ['none for longer, but a start since', STATE, 9 * HOUR_MS, 9 * HOUR_MS - 60_000, null],
  ['an error', { ...STATE, error: 'the disk is full' }, 0, 0, 'the disk is full'],
  ['no archive', null, 9 * HOUR_MS, 0, null],
] as const)('%s: explains whether archiving stopped', ([, state, afterMs, startedAfterMs, line]) => {
  expect(explainStop(state, LAST + afterMs, LAST + startedAfterMs)).toBe(line)
})

test('an error is stored even if no new file can be created in the folder', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nollie-state-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(archiveFolder(dataDir), { recursive: true })
  await writeArchiveState(dataDir, STATE)
  mkdirSync(path.join(archiveFolder(dataDir), 'state.json.new'))
  await writeArchiveState(dataDir, { ...STATE, error: 'the disk is full' })
  expect(await readArchiveState(dataDir)).toEqual({ ...STATE, error: 'the disk is full' })
})
