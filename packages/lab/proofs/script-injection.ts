import type { Page } from '@playwright/test'
import { ensureWebBuilt } from '../../../scripts/lib/build-web.mjs'
import { openTraps } from './lib/files/traps.ts'
import { isOver, isShort, option, seed } from './lib/options.ts'
import { type Person, startProduct } from './lib/product.ts'
import { report, seeded } from './lib/report.ts'
import { marksIn, TrappedBrowser } from './lib/xss/browser.ts'
import { payloads } from './lib/xss/payloads.ts'
import { ANY_MARK, MARKS, buildMark, PayloadWriter, type Written } from './lib/xss/world.ts'

// Proof 9, script injection: 200 payloads (`--payloads N`) are written to every text field through the API. Every
// screen, email, and admin page that shows them is opened in a browser without a content security policy. A render is
// one payload in one text on one screen, found in the page. No payload may run, contact another host, or appear as
// markup. `--seed N` repeats the payloads, and `--minutes N` ends a run earlier. Seen to fail by: `attributeText` of
// fill-page.ts returning its text (the heads of shared pages run scripts). Component markup has not been seen to fail
// yet.

const count = option('--payloads', { whole: 200, short: 1 })
const goal = isShort ? 8 : 4_000
const PATIENCE_MS = option('--patience', { whole: 15_000, short: 15_000 })
const AT_ONCE = isShort ? 1 : 3
const SHOWN = 20
/** The number of times to scroll down a list. Each scroll may load another page. */
const SCROLLS = 12
const LISTS = ['/dashboard', '/feed', '/user-posts', '/community', '/messages', '/connect', '/spots']
const ADMIN_LISTS = ['/admin', '/admin?list=spots', '/admin?list=log', '/admin?list=closed']

const built = await ensureWebBuilt()
if (built.code !== 0) throw new Error(built.output)
const traps = await openTraps()
const product = await startProduct()
const { url } = product.server
const browser = await TrappedBrowser.launch(url)
const renders = new Map<string, Set<string>>()
const missing = new Map<string, number>()

function toPattern(path: string) {
  return path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
}

/** Opens a screen, waits for these marks, and records every mark found there. */
async function visit(page: Page, path: string, wanted: readonly string[], scrolls = 0): Promise<void> {
  const screen = toPattern(path)
  await page.goto(`${url}${path}`)
  const shown = renders.get(screen) ?? new Set<string>()
  renders.set(screen, shown)
  const there = await marksIn(page, wanted.length > 0 ? wanted : [ANY_MARK], PATIENCE_MS)
  for (const mark of wanted.filter((one) => !there.includes(one))) {
    const key = `${screen}: ${mark.replaceAll(/\d+/g, '')}`
    missing.set(key, (missing.get(key) ?? 0) + 1)
  }
  for (let times = 0; times <= scrolls; times++) {
    for (const [mark] of (await page.content()).matchAll(MARKS)) shown.add(mark)
    await browser.inspect(page, path)
    if (times === scrolls) break
    await page.mouse.wheel(0, 20_000)
    await page.waitForTimeout(300)
  }
}

/** Lists the screens that show what an author wrote. */
function listScreens({ payload, author, spot_id, post_id, discussion_id }: Written) {
  const marks = (...texts: string[]) => texts.map((text) => buildMark(payload.number, text))
  return [
    ...(spot_id === null ? [] : [[`/spots/${spot_id}`, marks('spot')] as const]),
    ...(post_id === null ? [] : [[`/post/${post_id}?comments=1`, marks('comment')] as const]),
    ...(discussion_id === null ? [] : [[`/community/${discussion_id}`, marks('answer')] as const]),
    ...(isShort
      ? []
      : [
          [`/user/${author.user_id}`, marks('bio')] as const,
          [`/messages/with/${author.user_id}`, marks('message')] as const,
        ]),
  ]
}

try {
  const writer = await PayloadWriter.open(product)
  const written: Written[] = []
  for (const payload of payloads(count, traps.origin, seeded(seed))) {
    written.push(await writer.write(payload))
  }
  console.log(`${count} payloads, seed ${seed}: ${writer.stored} texts stored`)
  for (const [text, times] of writer.refused) console.log(`  refused as ${text}: ${times}`)

  const queue = written.flatMap(listScreens).values()
  const walker = async () => {
    const page = await browser.as(writer.viewer.cookie)
    for (const [path, marks] of queue) {
      if (isOver()) break
      await visit(page, path, marks)
    }
    await page.context().close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walker))

  const walk = async (by: Person, lists: readonly string[]) => {
    const page = await browser.as(by.cookie)
    for (const path of lists) await visit(page, path, [], isShort ? 0 : SCROLLS)
    await page.context().close()
  }
  await walk(writer.viewer, isShort ? [] : LISTS)
  for (const one of written) {
    if (one.payload.number % 2 === 0) await writer.deleteSpot(one)
    await writer.suspend(one)
  }
  await walk(writer.admin, isShort ? ['/admin?list=log'] : ADMIN_LISTS)

  const mail = await browser.as(null)
  const inMails = new Set<string>()
  renders.set('mail', inMails)
  for (const html of await writer.mails()) {
    if (!html.match(MARKS)) continue
    await mail.setContent(html)
    for (const [mark] of html.matchAll(MARKS)) inMails.add(mark)
    await browser.inspect(mail, 'mail')
  }

  for (const [what, times] of missing) console.log(`  not shown on ${what} ${times} times`)
  for (const [screen, marks] of renders) {
    const texts = new Map<string, number>()
    for (const mark of marks) {
      const text = mark.replaceAll(/^zq\d+|zq$/g, '')
      texts.set(text, (texts.get(text) ?? 0) + 1)
    }
    console.log(`  ${screen}: ${[...texts].map(([text, times]) => `${text} ${times}`).join(', ')}`)
  }
  const sprung = [...browser.sprung, ...traps.sprung()]
  for (const one of sprung.slice(0, SHOWN)) console.log(`  ${one}`)
  const total = [...renders.values()].reduce((sum, marks) => sum + marks.size, 0)
  report({ what: 'payloads rendered', figure: String(total), goal: `>= ${goal}`, isMet: total >= goal })
  report({
    what: 'run, requested or in a page as markup',
    figure: String(sprung.length),
    goal: '0',
    isMet: sprung.length === 0,
  })
} finally {
  await browser.close()
  await product.close()
  traps.close()
}
