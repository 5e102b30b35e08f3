import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../world/database.ts'
import { compareStatements } from './recorded-statements.ts'

test('reports a statement that only the other database rejects, but not one that both reject', async () => {
  const [first, other] = await Promise.all([testDatabase(), testDatabase()])
  const folder = mkdtempSync(join(tmpdir(), 'nollie-statements-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([first.close(), other.close()])
  })
  const write = (...texts: string[]) =>
    writeFileSync(join(folder, '1'), texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  const common = [
    'select id from users where id in ($1, $2)',
    'select id from users where id in ($1, $2, $3)',
  ]
  write(...common, '/* prepared: mine */ with one as (select 1) select * from one', 'select from none_has_it')
  // Statements that differ only in the length of a list count as one.
  expect(await compareStatements(folder, first.url, other.url)).toBe(2)
  await sql`create function newer(int) returns int language sql as 'select 1'`.execute(first.db)
  write(...common, 'select newer(1)')
  await expect(compareStatements(folder, first.url, other.url)).rejects.toThrow(/newer.*\nselect newer\(1\)/)
})
