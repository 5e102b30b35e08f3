import type { CaseSummary } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let mod: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, judge: mod } = await people(it, 'ada', 'ben', 'judge'))
  await makeAdmin(it.db, mod.user_id)
})
afterAll(() => it.close())

const ROUNDS = 12

type Subject = { at: string; reported: object; whole?: string }
const made = async (url: string, body: object) =>
  (await does.ok(ben, 'POST', url, body)).json<{ id: string }>().id
const aDiscussion = () => made('/api/discussions', { title: 'Wax', content: 'Which?', category: 'general' })

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  post: async () => {
    const id = await aPost(it.db, ben.user_id, { spot_id: await aSpotRow(it.db, ada.user_id) })
    return { at: `/api/posts/${id}`, reported: { reported_post_id: id } }
  },
  comment: async () => {
    const { id } = await does.say(ben, await aPost(it.db, ada.user_id), 'Kook.')
    return { at: `/api/comments/${id}`, reported: { reported_comment_id: id } }
  },
  spot: async () => {
    const id = await aSpotRow(it.db, ben.user_id)
    return { at: `/api/spots/${id}`, reported: { reported_spot_id: id } }
  },
  discussion: async () => {
    const id = await aDiscussion()
    return { at: `/api/discussions/${id}`, reported: { reported_discussion_id: id } }
  },
  discussion_comment: async () => {
    const whole = `/api/discussions/${await aDiscussion()}`
    const id = await made(`${whole}/comments`, { content: 'Kook.' })
    return { at: `/api/comments/${id}`, reported: { reported_comment_id: id }, whole }
  },
}

test.for(Object.keys(SUBJECTS))(
  'a %s that is decided about while its author deletes it never ends in a failure',
  async (kind) => {
    for (let round = 0; round < ROUNDS; round++) {
      const subject = await SUBJECTS[kind]?.()
      if (!subject) throw new Error(kind)
      await does.ok(ada, 'POST', '/api/reports', {
        report_type: 'spam',
        description: null,
        ...subject.reported,
      })
      const { items } = (await does.ok(mod, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>()
      const found = items.at(-1)
      const action = kind !== 'spot' && round % 2 === 1 ? 'hide' : 'remove'
      const [decided, deleted, ...more] = await Promise.all([
        does.send(mod, 'POST', `/api/moderation/cases/${found?.id}/decision`, {
          action,
          reason: 'House rule four.',
        }),
        does.send(ben, 'DELETE', subject.at),
        ...(subject.whole ? [does.send(ben, 'DELETE', subject.whole)] : []),
      ])
      const statuses = [decided, deleted, ...more].map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      // Whoever came second is told that it is gone; a case that was decided is closed, another stays open.
      expect([200, 410]).toContain(decided.statusCode)
      const row = await it.db
        .selectFrom('report_cases as c')
        .leftJoin('moderation_decisions as d', 'd.case_id', 'c.id')
        .select(['c.status', 'd.action'])
        .where('c.id', '=', found?.id ?? '')
        .executeTakeFirst()
      expect(row).toEqual(
        decided.statusCode === 200 ? { status: 'closed', action } : { status: 'open', action: null },
      )
      if (row?.status === 'open')
        await it.db
          .deleteFrom('report_cases')
          .where('id', '=', found?.id ?? '')
          .execute()
      expect((await does.send(ben, 'DELETE', subject.at)).statusCode).toBe(404)
    }
  },
)
