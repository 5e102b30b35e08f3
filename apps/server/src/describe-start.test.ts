import { expect, test } from 'vitest'
import { testDatabase } from '../test/world/database.ts'
import { insertMember } from '../test/makers/member-rows.ts'
import { readConfig } from './config.ts'
import { describeStart } from './describe-start.ts'
import { hasAdmin, setAdmin } from './modules/profiles/index.ts'

test('lists the next steps until there is an admin', async () => {
  const { db, close } = await testDatabase()
  try {
    const role = { name: 'all', serves: true, works: true } as const
    const describe = async () =>
      describeStart(readConfig({}), {
        role,
        where: 'a database',
        files: 'a folder',
        secret: 'x'.repeat(43),
        video: null,
        isNew: !(await hasAdmin(db)),
      })
    const email = 'ada@nollie.example'
    await insertMember(db, { username: 'ada', email, password: 'correct horse battery' })
    expect(await describe()).toMatch(
      /\n {2}1\. Open http.*\n {2}2\. Make yourself the admin: http:\S+\/admin\/first#token=\S+\n {2}3\. Fill the map: http.*\n$/,
    )
    await setAdmin(db, email, true)
    expect(await describe()).not.toContain('Next steps')
  } finally {
    await close()
  }
})
