import { randomUUID } from 'node:crypto'
import { type Actor, actor, actorFor } from './actor.ts'
import type { TestApp } from '../world/app.ts'
import { age, CANARY, cleanUp, quiet, STAYS } from '../world/leaving.ts'
import { mailsTo, storedMails, tokenIn } from '../services/mails.ts'
import { phonePhoto } from '../makers/media-files.ts'
import { signUp } from './people.ts'
import { aSpot } from '../makers/spots.ts'
import { until } from '../world/until.ts'
import { uploader } from './uploads.ts'

function write(what: string) {
  return `${CANARY} ${what} that ${CANARY} wrote`
}

/** Writes one item of each kind of content, and adds other people's responses to it. */
async function writesEverything(app: TestApp, gone: Actor, pal: Actor, mod: Actor) {
  const photo = async (who: Actor) =>
    (await uploader(app, who).media(await phonePhoto(), { filename: `${CANARY}.jpg` })).id
  await gone.editProfile(
    {
      full_name: write('name'),
      username: gone.username,
      bio: write('bio'),
      instagram_url: `https://instagram.com/${CANARY}_insta`,
    },
    { version: 1 },
  )
  await gone.setHomeTown({ home_town: write('town') })
  await gone.addPicture({ media_id: await photo(gone) })
  await gone.addDraft({ media_ids: [await photo(gone)], note: write('draft') })
  const list = await gone.addList({
    name: write('list'),
    description: write('about a list'),
    visibility: 'public',
  })
  const spot = async (name: string) => {
    const { id } = await gone.shareSpot({
      ...aSpot({ name: write(name), description: write('description'), media_ids: [await photo(gone)] }),
      address: `${CANARY} street`,
      city: `${CANARY} city`,
      state: `${CANARY} state`,
      country: `${CANARY} country`,
      postal_code: CANARY,
    })
    return id
  }
  const edit = async (who: Actor, id: string, changes: object) => {
    const { version } = await who.getSpot(id)
    await who.editSpot(id, changes, { version })
  }
  await spot('lonely spot')
  const shared = await spot('shared spot')
  await edit(gone, shared, { name: write('second name'), city: `${CANARY} second city` })
  await edit(mod, shared, { name: 'By the mod', description: 'By the mod, too' })
  await edit(mod, shared, { name: 'By the mod once more' })
  await edit(gone, shared, { name: write('third name') })
  await edit(mod, shared, { name: 'By the mod at last' })
  await pal.addMedia({ spot_id: shared, media_ids: [], title: 'From a friend', content: 'Here too.' })
  await gone.addToList(list.id, shared)
  await gone.editListSpot(list.id, shared, { note: write('list note') })
  const own = await gone.addMedia({
    spot_id: shared,
    media_ids: [await photo(gone)],
    title: write('title'),
    content: write('content'),
  })
  const theirs = await pal.addMedia({ spot_id: shared, media_ids: [], content: 'Look.', title: 'Look' })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await gone.reportBust(shared, { day: yesterday, hour: 0, outcome: 'kicked_out', by_whom: 'guard' })
  const key = `${CANARY}-${randomUUID()}`.slice(0, 36)
  const comment = await gone.addComment(theirs.id, { content: write('comment') }, { key })
  await pal.comments(own.id, 'Thanks.')
  await gone.shareContent({ title: write('shared content'), media_ids: [await photo(gone)] })
  const asked = await gone.startDiscussion({ title: write('question'), content: write('its text') })
  await pal.addDiscussionComment(asked.id, { content: 'An answer.' })
  const other = await pal.startDiscussion({ title: 'Wax', content: 'Which?' })
  await gone.addDiscussionComment(other.id, { content: write('answer') })
  await gone.sendMessage(pal.user_id, { content: write('message') })
  await pal.sendMessage(gone.user_id, { content: 'Sure.' })
  await gone.followPerson(pal.user_id)
  await pal.followPerson(gone.user_id)
  const report = (who: Actor, about: object, description: string) =>
    who.report({ report_type: 'other', description, ...about })
  await report(gone, { reported_post_id: theirs.id }, write('report'))
  await report(pal, { reported_comment_id: comment.id }, 'Not nice.')
  const open = (await mod.listCases()).items
  const about = open.find(({ kind }) => kind === 'comment')
  await mod.decideCase(about?.id ?? '', { action: 'warn', reason: 'Four.' })
  const [mail] = await mailsTo(app, gone.email, { about: 'About your' })
  await gone.appeal({ token: tokenIn(mail, 'token'), words: write('appeal') })
  await gone.askForExport()
  await mailsTo(app, gone.email, { about: 'data' })
  await gone.forgotPassword({ email: gone.email })
  return { shared }
}

/**
 * A person whose email addresses and content all contain the canary, as does everything that others write about them.
 * `shared` is a spot with content from several people.
 */
export type Leaver = { gone: Actor; shared: string }

/** Creates a {@link Leaver}, who signs up and writes one of everything. */
export async function aLeaver(app: TestApp, mod: Actor): Promise<Leaver> {
  const pal = await actor(app, 'pal')
  const before = await signUp(app, `${CANARY}.owl`)
  const gone = actorFor(app, { ...before, email: `${CANARY}.new@example.com` })
  await gone.changeEmail({ password: gone.password, email: gone.email })
  const [proof] = await mailsTo(app, gone.email)
  await gone.confirmEmail({ token: tokenIn(proof, 'email') })
  const { shared } = await writesEverything(app, gone, pal, mod)
  // Another person's request also contains the email address.
  await pal.changeEmail({ password: pal.password, email: gone.email })
  await quiet(app)
  return { gone, shared }
}

/** Deletes the person's account and content, then lets the grace period and all retention periods pass. */
export async function leaves(app: TestApp, gone: Actor): Promise<void> {
  await gone.deleteAccount({ password: gone.password, content: 'remove' })
  await quiet(app)
  await age(app, 15)
  await cleanUp(app)
  await until(async () => {
    if ((await storedMails(app, gone.email)).length === 0) throw new Error('no last mail')
  })
  await quiet(app)
  await age(app, 1)
  await cleanUp(app)
}

/** Waits until only places that may contain the canary still do. Resolves to any other places left after `timeout`. */
export async function placesLeft(look: () => Promise<string[]>, timeout: number): Promise<string[]> {
  let left: string[] = []
  const tries = async () => {
    left = (await look()).filter((place) => !(place in STAYS))
    if (left.length > 0) throw new Error(left.join(', '))
  }
  await until(tries, { timeout, interval: 1000 }).catch(() => {})
  return left
}
