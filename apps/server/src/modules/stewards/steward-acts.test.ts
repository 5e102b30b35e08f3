import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { anArea, bulletin, dayIn } from '../../../test/makers/stewards.ts'
import { sharePhotoSpot } from '../../../test/makers/spots.ts'

// Tests every action that stewards can take. Each is logged with their name, the affected person gets an email, and an
// admin can reverse it.

const ABOUT = 'About your spot on Nollie'

async function suggests(who: Actor, spot: string, facts: object) {
  const { suggestions } = await who.suggestFacts(spot, { facts })
  return suggestions.find(({ is_own }) => is_own)?.id ?? ''
}

type Scene = { app: TestApp; spot: string; area: string; creator: Actor; member: Actor; steward: Actor }
/** A steward's action, and the state that everyone sees before it. */
type Act = {
  does: (scene: Scene) => Promise<unknown>
  /** The log's content, newest first. */
  log: string
  /** The person who gets an email and can appeal. Null if the action can be undone instead. */
  appealedBy: 'creator' | 'member' | null
  seen: (scene: Scene) => Promise<unknown>
}

async function fetchWater({ creator, spot }: Scene) {
  return (await creator.getFacts(spot)).facts.water
}

async function getSettlement({ member, spot }: Scene) {
  return (await member.getStewardship(spot)).settlement?.state
}

async function countBulletins({ member, area }: Scene) {
  return (await member.getArea(area)).bulletins.length
}

function WORKS() {
  return { state: 'closed', until: dayIn(3), reason: 'Works.' } as const
}

async function reported({ app, member, spot }: Scene): Promise<string> {
  await member.report({ report_type: 'other', description: null, reported_spot_id: spot })
  const found = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('spot_id', '=', spot)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return found.id
}

const ACTS: Record<string, Act> = {
  'applies what somebody suggests': {
    does: async ({ steward, member, spot }) =>
      steward.answerSuggestion(await suggests(member, spot, { water: true }), { agrees: true }),
    log: 'applied_facts',
    appealedBy: null,
    seen: fetchWater,
  },
  'says how it skates': {
    does: ({ steward, spot }) => steward.suggestFacts(spot, { facts: { water: true } }),
    log: 'applied_facts',
    appealedBy: null,
    seen: fetchWater,
  },
  'declines what somebody suggests': {
    does: async ({ steward, member, spot }) =>
      steward.answerSuggestion(await suggests(member, spot, { water: true }), { agrees: false }),
    log: 'decided',
    appealedBy: 'member',
    seen: fetchWater,
  },
  'undoes a change': {
    does: async ({ steward, creator, spot }) => {
      await creator.suggestFacts(spot, { facts: { water: true } })
      const { items } = await steward.getFactHistory(spot)
      return steward.undoFacts(items[0]?.id ?? '')
    },
    log: 'decided',
    appealedBy: 'creator',
    seen: fetchWater,
  },
  'undoes all of somebody': {
    does: async ({ steward, member, spot }) => {
      await suggests(member, spot, { water: true })
      return steward.undoFactsOf(spot, { user_id: member.user_id })
    },
    log: 'decided',
    appealedBy: 'member',
    seen: fetchWater,
  },
  'settles the state': {
    does: ({ steward, spot }) => steward.settleSpot(spot, WORKS()),
    log: 'decided',
    appealedBy: 'creator',
    seen: getSettlement,
  },
  'ends a settlement': {
    does: async ({ steward, spot }) => {
      await steward.settleSpot(spot, WORKS())
      return steward.endSettlement(spot)
    },
    log: 'ended_settlement',
    appealedBy: 'creator',
    seen: getSettlement,
  },
  'removes a reported spot': {
    does: async (scene) =>
      scene.steward.decideAsSteward(await reported(scene), { action: 'remove', reason: 'A hotel.' }),
    log: 'decided',
    appealedBy: 'creator',
    seen: ({ member, spot }) => getOutcome(member.getSpot(spot)),
  },
  'keeps a reported spot': {
    does: async (scene) =>
      scene.steward.decideAsSteward(await reported(scene), { action: 'keep', reason: 'Fine.' }),
    log: 'decided',
    appealedBy: null,
    seen: ({ member, spot }) => getOutcome(member.getSpot(spot)),
  },
  'pins a notice': {
    does: ({ steward, area }) => steward.pinBulletin(bulletin(area)),
    log: 'pinned',
    appealedBy: null,
    seen: countBulletins,
  },
  'takes a notice down': {
    does: async ({ steward, area }) => steward.unpinBulletin((await steward.pinBulletin(bulletin(area))).id),
    log: 'unpinned',
    appealedBy: null,
    seen: countBulletins,
  },
}

for (const [name, { does, log, appealedBy, seen }] of Object.entries(ACTS))
  test(`a steward ${name}: it is logged, and ${appealedBy ?? 'no one'} appeals`, async ({
    app,
    ada: creator,
    ben: member,
    cleo: steward,
    mod,
  }) => {
    const area = await anArea(mod, steward, undefined, `Barcelona ${name}`)
    const scene = { app, area, creator, member, steward, spot: await sharePhotoSpot(app, creator) }
    const concerned = appealedBy && scene[appealedBy]
    const countMails = async (who: Actor) =>
      (await mailsTo(app, who.email, { count: 0, about: ABOUT })).length
    const [before, mails] = [await seen(scene), concerned ? await countMails(concerned) : 0]
    await does(scene)
    const [entry] = (await mod.listAudit()).items
    expect(entry).toMatchObject({ act: log, admin: { user_id: steward.user_id } })
    if (concerned) {
      const mail = (await mailsTo(app, concerned.email, { count: mails + 1, about: ABOUT })).at(-1)
      const token = /\/appeal\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
      await concerned.appeal({ token, words: 'That is not so.' })
      const [waiting] = (await mod.listCases({ status: 'appealed' })).items
      const answer = { outcome: 'reversed', answer: 'True.' } as const
      // A spot that was removed has no steward.
      expect(await getOutcome(steward.answerAppealAsSteward(waiting?.id ?? '', answer))).toMatch(
        /^NOT_(ALLOWED|FOUND)$/,
      )
      await mod.answerAppeal(waiting?.id ?? '', answer)
      // After a decline or an undo, the suggestion applies. After any other decision, the state is the same as before.
      expect(await seen(scene)).toEqual(log === 'decided' && seen === fetchWater ? true : before)
    }
    await mod.removeArea(area)
  })

test('the history of facts names the deciding steward, but not to people they block', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  await anArea(mod, cleo, undefined, 'Barcelona by name')
  const spot = await sharePhotoSpot(app, ada)
  await cleo.answerSuggestion(await suggests(ben, spot, { water: true }), { agrees: true })
  await cleo.answerSuggestion(await suggests(ben, spot, { toilet: true }), { agrees: false })
  await ada.suggestFacts(spot, { facts: { wheelchair: 'yes' } })
  const of = async (who: Actor) =>
    (await who.getFactHistory(spot)).items.map(({ state, by_steward, steward }) => [
      state,
      by_steward,
      steward?.user_id ?? null,
    ])
  expect(await of(ben)).toEqual([
    ['applied', false, null],
    ['declined', true, cleo.user_id],
    ['applied', true, cleo.user_id],
  ])
  await ben.blockPerson(cleo.user_id)
  expect((await of(ben)).slice(1)).toEqual([
    ['declined', true, null],
    ['applied', true, null],
  ])
  await ben.unblockPerson(cleo.user_id)
})
