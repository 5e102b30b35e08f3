import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../test/world/database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { refuseFullDisk, startDatabase } from './start-database.ts'

test('an upgrade logs one sentence about its migrations, without fields, and the next start none', async () => {
  const { url, close } = await emptyDatabase()
  onTestFinished(close)
  const until = (last: number) => Object.fromEntries(Object.entries(migrations).slice(0, last))
  const names = Object.keys(migrations)
  await migrate(url, until(-3))
  const logged: unknown[] = []
  const log = pino(
    { level: 'info', base: null, timestamp: false },
    { write: (line) => logged.push(JSON.parse(line)) },
  )
  for (const steps of [until(-1), migrations, migrations]) {
    const { stop } = await startDatabase({ databaseUrl: url, dataDir: '/nowhere' }, log, { steps })
    await stop()
  }
  const upToDate = 'brought the database up to date with this version'
  expect(logged).toEqual([
    { level: 30, msg: `${upToDate}: 2 changes, the last one ${names.at(-2)}` },
    { level: 30, msg: `${upToDate}: 1 change, the last one ${names.at(-1)}` },
  ])
})

test('the embedded database is not blamed for a full disk', () => {
  expect(() => refuseFullDisk('/data', { bavail: 4095, bsize: 4096 })).toThrow(
    'The disk of DATA_DIR /data is full. Nothing was lost; free some space and start again.',
  )
  expect(() => refuseFullDisk('/data', { bavail: 4096, bsize: 4096 })).not.toThrow()
})
