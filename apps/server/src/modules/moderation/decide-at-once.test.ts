import { expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { reportedCase, type ReportedSubject } from '../../../test/makers/moderation.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'

const ROUNDS = 12

type Subject = { at: string; reported: ReportedSubject; parent?: string }
type People = { app: TestApp; ada: Actor; ben: Actor }

function aDiscussion(ben: Actor) {
  return ben.startDiscussion({ title: 'Wax', content: 'Which?', category: 'general' })
}

const SUBJECTS = {
  post: async ({ app, ada, ben }: People): Promise<Subject> => {
    const id = await aPost(app.db, ben.user_id, { spot_id: await aSpotRow(app.db, ada.user_id) })
    return { at: `/api/posts/${id}`, reported: { reported_post_id: id } }
  },
  comment: async ({ app, ada, ben }: People): Promise<Subject> => {
    const { id } = await ben.comments(await aPost(app.db, ada.user_id), 'Kook.')
    return { at: `/api/comments/${id}`, reported: { reported_comment_id: id } }
  },
  spot: async ({ app, ben }: People): Promise<Subject> => {
    const id = await aSpotRow(app.db, ben.user_id)
    return { at: `/api/spots/${id}`, reported: { reported_spot_id: id } }
  },
  discussion: async ({ ben }: People): Promise<Subject> => {
    const { id } = await aDiscussion(ben)
    return { at: `/api/discussions/${id}`, reported: { reported_discussion_id: id } }
  },
  discussion_comment: async ({ ben }: People): Promise<Subject> => {
    const discussion = await aDiscussion(ben)
    const { id } = await ben.addDiscussionComment(discussion.id, { content: 'Kook.' })
    return {
      at: `/api/comments/${id}`,
      reported: { reported_comment_id: id },
      parent: `/api/discussions/${discussion.id}`,
    }
  },
}

for (const kind of ['post', 'comment', 'spot', 'discussion', 'discussion_comment'] as const)
  test(`deciding about a ${kind} while its author deletes it never responds with 500`, async ({
    app,
    ada,
    ben,
    mod,
  }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const subject = await SUBJECTS[kind]({ app, ada, ben })
      const case_id = await reportedCase({ by: ada, mod }, subject.reported)
      const action = kind !== 'spot' && round % 2 === 1 ? 'hide' : 'remove'
      const [decided, deleted, ...more] = await Promise.all([
        mod.send('POST', `/api/moderation/cases/${case_id}/decision`, { action, reason: 'House rule four.' }),
        ben.send('DELETE', subject.at),
        ...(subject.parent ? [ben.send('DELETE', subject.parent)] : []),
      ])
      const statuses = [decided, deleted, ...more].map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      // 410 if the author's deletion came first. The case then stays open.
      expect([200, 410]).toContain(decided.statusCode)
      const row = await app.db
        .selectFrom('report_cases as c')
        .leftJoin('moderation_decisions as d', 'd.case_id', 'c.id')
        .select(['c.status', 'd.action'])
        .where('c.id', '=', case_id)
        .executeTakeFirst()
      expect(row).toEqual(
        decided.statusCode === 200 ? { status: 'closed', action } : { status: 'open', action: null },
      )
      if (row?.status === 'open') await app.db.deleteFrom('report_cases').where('id', '=', case_id).execute()
      expect((await ben.send('DELETE', subject.at)).statusCode).toBe(404)
    }
  })
