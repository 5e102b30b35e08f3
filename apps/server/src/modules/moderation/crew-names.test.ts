import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { aCrew, anInvitation } from '../../../test/makers/crews.ts'
import { test } from '../../../test/world/fixtures.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { reportedCase } from '../../../test/makers/moderation.ts'

function decision(action: 'hide' | 'remove') {
  return { action, reason: 'Rule four.' }
}

test('a crew’s name is reported, hidden for everyone, replaced, and restored after an appeal', async ({
  app,
  visitor,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const crew_id = await aCrew(app.db, ben.user_id, [ada.user_id], 'A bad name')
  const words = { report_type: 'spam' as const, description: null, reported_crew_id: crew_id }
  expect(await getOutcome(cleo.report(words)), 'to an outsider there is none').toBe('CREW_NOT_FOUND')
  await anInvitation(app.db, crew_id, { invited_by: ben.user_id, user_id: cleo.user_id })
  expect(await getOutcome(cleo.report(words))).toBe('done')
  expect(await getOutcome(ben.report(words))).toBe('OWN_THING')
  const id = await reportedCase({ by: ada, mod }, { reported_crew_id: crew_id })
  // The moderator sees the crew's name and nothing else about it.
  expect(await mod.getCase(id)).toMatchObject({
    kind: 'crew',
    words: 'A bad name',
    words_now: 'A bad name',
    reports_count: 2,
    thing_id: crew_id,
    spot_id: null,
    post_id: null,
    media: [],
    context: [],
  })
  expect(await getOutcome(mod.getCrew(crew_id))).toBe('CREW_NOT_FOUND')
  expect(await getOutcome(mod.decideCase(id, decision('remove')))).toBe('NOT_ALLOWED')
  await mod.decideCase(id, decision('hide'))
  expect((await ada.getCrew(crew_id)).name).toBe('Crew')
  expect((await ada.listNotifications()).items[0]?.report).toMatchObject({ kind: 'crew', action: 'hide' })
  expect(await getOutcome(ada.report(words)), 'a hidden name is not reported again').toBe('CREW_NOT_FOUND')

  const [mail] = await mailsTo(app, ben.email, { about: 'About your crew name' })
  expect(mail?.text?.replaceAll('\n', ' ')).toContain('until its owner chooses a new name')
  const token = /\/appeal\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await visitor.appeal({ token, words: 'That is a joke.' })
  await mod.answerAppeal(id, { outcome: 'reversed', answer: 'It is.' })
  expect((await ada.getCrew(crew_id)).name).toBe('A bad name')
})

test('a renamed crew retains its new name when the decision is reversed', async ({
  app,
  visitor,
  ada,
  ben,
  mod,
}) => {
  const crew_id = await aCrew(app.db, ben.user_id, [ada.user_id], 'Another bad name')
  const id = await reportedCase({ by: ada, mod }, { reported_crew_id: crew_id })
  const count = (await mailsTo(app, ben.email, { count: 0, about: 'About your crew name' })).length
  await mod.decideCase(id, decision('hide'))
  const hidden = async (who: Actor) => (await who.getCrew(crew_id)).is_name_hidden
  expect([await hidden(ben), await hidden(ada)], 'its owner is told what to do').toEqual([true, false])
  const again = ben.renameCrew(crew_id, { name: ' another BAD name' })
  expect(await getOutcome(again), 'not the same name once more').toBe('BAD_REQUEST')
  await ben.renameCrew(crew_id, { name: 'Curb Club' })
  expect(await hidden(ben)).toBe(false)
  const mails = await mailsTo(app, ben.email, { count: count + 1, about: 'About your crew name' })
  const token = /\/appeal\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  await visitor.appeal({ token, words: 'That was a joke.' })
  await mod.answerAppeal(id, { outcome: 'reversed', answer: 'It was.' })
  expect((await ada.getCrew(crew_id)).name).toBe('Curb Club')
})
