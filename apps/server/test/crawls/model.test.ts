import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../world/database.ts'
import { shortProof } from '../world/proof.ts'

test('proof 10, short: random actions by two people at a time only have results that the rules allow', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  expect(await shortProof('model', { env: { DATABASE_URL: database.url } })).not.toContain('MISSED')
}, 600_000)
