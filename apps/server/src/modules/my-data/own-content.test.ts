import { OWN_KINDS } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aDraft } from '../../../test/makers/spots.ts'
import { type Actor, actors, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

function suspend(mod: Actor, who: Actor, reason: string) {
  return mod.suspendPerson(who.user_id, { reason })
}

function unsuspend(mod: Actor, who: Actor) {
  return mod.unsuspend(who.user_id)
}

test('a suspended person reads their own content of every kind, and no one else’s', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Adas bank')
  const bens_spot = await aSpotRow(app.db, ben.user_id, 'Bens ledge')
  const hidden = await aPost(app.db, ada.user_id, { title: 'Hidden one', media: [] })
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  const post_id = await aPost(app.db, ada.user_id, {
    spot_id: bens_spot,
    title: 'Adas post',
    content: 'Clean.',
  })
  const bens_post = await aPost(app.db, ben.user_id, { spot_id, title: 'Bens post', content: 'Bens words' })
  await aDraft(app.db, ada.user_id, { note: 'Adas note' })
  await aDraft(app.db, ben.user_id, { note: 'Bens note' })
  await ada.comments(bens_post, 'Adas comment')
  await ben.comments(post_id, 'Bens comment')
  const discussion = (who: Actor, title: string) =>
    who.startDiscussion({ title, content: `${title}, which?` })
  const bens_discussion = (await discussion(ben, 'Bens talk')).id
  await discussion(ada, 'Adas talk')
  await ada.addDiscussionComment(bens_discussion, { content: 'Adas answer' })
  await ben.addDiscussionComment(bens_discussion, { content: 'Bens answer' })
  const write = (who: Actor, to: Actor, body: object) => who.sendMessage(to.user_id, body)
  await write(ada, ben, { content: 'Adas message' })
  await write(ben, ada, { content: 'Bens message' })
  const taken = (await write(ada, ben, { content: 'Taken back' })).id
  await ada.removeMessage(taken)
  await suspend(mod, ada, 'Threats.')
  await ada.signsInAgain()

  const read = async (kind: (typeof OWN_KINDS)[number]) => (await ada.listOwnContent({ kind })).items
  expect(await read('posts')).toMatchObject([
    { id: post_id, title: 'Adas post', words: 'Clean.', spot: 'Bens ledge', is_hidden: false },
    { title: 'Hidden one', media: [], is_hidden: true },
  ])
  // The photo's file can still be downloaded.
  const [{ media } = { media: [] }] = await read('posts')
  expect(media[0]?.url).toMatch(/^\/media\/\w+\/1080\.webp$/)
  expect(await read('spots')).toMatchObject([{ title: 'Adas bank' }])
  expect(await read('drafts')).toMatchObject([
    { words: 'Adas note', place: '41.38335, 2.16687', media: [{ status: 'ready' }] },
  ])
  expect(await read('comments')).toMatchObject([
    { words: 'Adas answer', under: 'discussion' },
    { words: 'Adas comment', under: 'post' },
  ])
  expect(await read('discussions')).toMatchObject([{ title: 'Adas talk', words: 'Adas talk, which?' }])
  expect(await read('messages')).toMatchObject([{ words: 'Adas message', to: 'ben' }])
  const all = JSON.stringify(await Promise.all(OWN_KINDS.map(read)))
  for (const words of ['Bens words', 'Bens note', 'Bens comment', 'Bens talk', 'Bens answer', 'Bens message'])
    expect(all).not.toContain(words)
  // A person's name is omitted if there is a block between the two.
  await ben.blockPerson(ada.user_id)
  expect(await read('messages')).toMatchObject([{ words: 'Adas message', to: null }])
  await unsuspend(mod, ada)
})

test('a long list has pages without gaps; a cursor of one list is refused by another', async ({ app }) => {
  const { pia } = await actors(app, 'pia')
  const rows = Array.from({ length: 30 }, (_, n) => ({
    id: uuid(),
    user_id: pia.user_id,
    title: `Talk ${n}`,
    content: 'Words',
    category: 'gear' as const,
    // Some rows have the same timestamp, so that the id decides their order.
    created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 4))),
  }))
  await app.db.insertInto('discussions').values(rows).execute()
  const first = await pia.listOwnContent({ kind: 'discussions' })
  const second = await pia.listOwnContent({ kind: 'discussions', cursor: first.next_cursor ?? '' })
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([24, 6, null])
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
    rows.toReversed().map(({ title }) => title),
  )
  for (const cursor of [first.next_cursor ?? '', 'x'])
    expect(await getOutcome(pia.listOwnContent({ kind: 'posts', cursor }))).toBe('BAD_CURSOR')
})

test('the reasons belong to the current suspension, with an appeal link if there was a case', async ({
  app,
  ben,
  mod,
}) => {
  const { eve } = await actors(app, 'eve')
  expect(await eve.getSuspension()).toEqual({ suspended_at: null, reasons: [] })
  await suspend(mod, eve, 'Bots.')
  await eve.signsInAgain()
  const entry = await eve.getSuspension()
  expect(entry.reasons).toMatchObject([{ reason: 'Bots.', kind: null, appeal: null, appeal_token: null }])
  expect(entry.suspended_at).toBe(entry.reasons[0]?.decided_at)
  await unsuspend(mod, eve)
  // Reasons for a suspension that has ended are omitted.
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date(Date.now() + 1000) })
    .where('user_id', '=', eve.user_id)
    .execute()
  await eve.signsInAgain()
  expect((await eve.getSuspension()).reasons).toEqual([])
  await unsuspend(mod, eve)

  await ben.report({ report_type: 'spam', reported_user_id: eve.user_id })
  const cases = (await mod.listCases()).items
  const id = cases.at(-1)?.id ?? ''
  await mod.decideCase(id, {
    action: 'suspend',
    reason: 'Rule four.',
  })
  await eve.signsInAgain()
  const [decided] = (await eve.getSuspension()).reasons
  expect(decided).toMatchObject({ reason: 'Rule four.', kind: 'user', appeal: null })
  const token = decided?.appeal_token ?? ''
  await eve.appeal({ token, words: 'It was not me.' })
  expect((await eve.getSuspension()).reasons).toMatchObject([
    { appeal: { words: 'It was not me.', outcome: null } },
  ])
  const answer = (outcome: 'reversed' | 'upheld') =>
    mod.answerAppeal(id, { outcome, answer: 'We looked again.' })
  await answer('reversed')
  expect(await eve.getSuspension()).toEqual({ suspended_at: null, reasons: [] })
  await eve.getAccount()
})

test('a suspended person requests and downloads their archive in a session, and can delete the account', async ({
  app,
  visitor,
  ben,
  mod,
}) => {
  const { gus } = await actors(app, 'gus')
  await suspend(mod, gus, 'Bots.')
  await gus.signsInAgain()
  await gus.askForExport()
  await expect.poll(async () => (await gus.listExports()).items[0]?.status).toBe('ready')
  const id = (await gus.listExports()).items[0]?.id ?? ''
  const file = await gus.send('GET', `/api/my-data/exports/${id}/file`)
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  await expect(ben.downloadExport(id)).rejects.toMatchObject({ status: 404 })
  await gus.deleteAccount({ password: gus.password, content: 'remove' })
  await expect(gus.getSuspension()).rejects.toMatchObject({ status: 401 })
  // Canceling the deletion doesn't end the suspension.
  const { email, password } = gus
  const back = await visitor.signInAndCancelDeletion({ email, password })
  expect(back).toMatchObject({ is_suspended: true, user: { user_id: gus.user_id } })
})
