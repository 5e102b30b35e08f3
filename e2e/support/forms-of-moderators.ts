import { expect, type Browser, type Page } from '@playwright/test'
import { mailsTo } from './mails.ts'
import { type Form, HOSTILE, HOSTILE_NAME, succeeded } from './forms.ts'
import type { Scene } from './forms-of-members.ts'
import { makeAdmin, type Somebody, somebody } from './people.ts'
import { addPost } from './posts.ts'
import { fetchUserId } from './request-as-page.ts'
import { act } from './comments.ts'

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** Opens a case from a list of moderators, which loads further pages while scrolling. */
export async function openCase(page: Page, title: string, list = ''): Promise<void> {
  await page.goto(`/admin${list}`)
  const link = page.getByRole('link', { name: new RegExp(title) })
  await expect(page.locator('main').getByRole('link').first()).toBeVisible()
  await expect(async () => {
    if ((await link.count()) === 0) await page.mouse.wheel(0, 2_000)
    await link.click({ timeout: 5_000 })
  }).toPass()
}

/** Has a moderator report someone's post; returns the case. */
async function aCase(
  moderator: Pick<Page, 'request'>,
  { other, spot }: Pick<Scene, 'other' | 'spot'>,
): Promise<string> {
  const title = `Buy wax ${other.account.username}`
  const { id } = await addPost(other.request, spot.id, { title, media_ids: [] })
  const reported = await act(moderator, 'POST', '/api/reports', {
    report_type: 'spam',
    description: 'Every day.',
    reported_post_id: id,
  })
  expect(reported.status(), await reported.text()).toBe(201)
  return title
}

type CasePage = { items: { id: string; words: string }[]; next_cursor: string | null }

// Other journeys may have left more open cases than a page lists.
async function findCase({ request }: Pick<Page, 'request'>, title: string): Promise<{ id: string }> {
  for (let cursor = ''; ; ) {
    const answer = await request.get(`/api/moderation/cases${cursor}`)
    const { items, next_cursor }: CasePage = await answer.json()
    const found = items.find(({ words }) => words.includes(title))
    if (found) return found
    expect(next_cursor, `a case about ${title}`).not.toBeNull()
    cursor = `?cursor=${next_cursor}`
  }
}

/** Like {@link aCase}, but the case is decided; returns the link that lets the author appeal. */
export async function aDecision(
  moderator: Pick<Page, 'request'>,
  scene: Pick<Scene, 'other' | 'spot'>,
): Promise<string> {
  const title = await aCase(moderator, scene)
  const found = await findCase(moderator, title)
  const decision = { action: 'hide', reason: 'Advertising.' }
  const decided = await act(moderator, 'POST', `/api/moderation/cases/${found.id}/decision`, decision)
  expect(decided.ok(), await decided.text()).toBe(true)
  let link: string | undefined
  await expect(async () => {
    const mails = await mailsTo(scene.other.account.email)
    link = mails.flatMap(({ links }) => links).find((one) => one.includes('/appeal?'))
    expect(link).toBeTruthy()
  }).toPass()
  return link as string
}

/** Returns the appeal form for the person affected by a decision. */
export async function appealForm(browser: Browser, scene: Pick<Scene, 'other' | 'spot'>): Promise<Form> {
  const moderator = await somebody(browser)
  await makeAdmin(moderator.account)
  const link = await aDecision(moderator, scene)
  await moderator.context.close()
  return {
    open: async (page) => void (await page.goto(link)),
    fields: (page) => [[page.getByLabel('Why is the decision wrong?'), HOSTILE]],
    send: (page) => button(page, 'Send appeal'),
    request: ['POST', /api\/appeals$/],
    done: succeeded,
    conflict: 'IN_PROGRESS',
  }
}

function verdict(title: string, list: string, choice: RegExp, send: string, path: RegExp): Form {
  return {
    open: (page) => openCase(page, title, list),
    fields: (page) => [[page.getByRole('textbox', { name: 'Reason' }), HOSTILE]],
    choose: (page) => page.getByRole('radio', { name: choice }).check(),
    send: (page) => button(page, send),
    request: ['POST', path],
    done: succeeded,
    conflict: null,
  }
}

async function openRow(page: Page, { account }: Somebody) {
  await page.goto('/admin?list=members')
  await page.getByLabel('Find members by name').fill(account.username)
  const row = findRow(page, account.username)
  await expect(row).toBeVisible()
  return row
}

function findRow(page: Page, username: string) {
  return page.getByRole('listitem').filter({ hasText: `@${username}` })
}

/** Forms for moderators; `page` belongs to a moderator. */
export const FORMS_OF_MODERATORS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'decide a case': async (scene) =>
    verdict(await aCase(scene.page, scene), '', /^Hide/, 'Submit decision', /decision$/),
  'answer an appeal': async (scene) => {
    const link = new URL(await aDecision(scene.page, scene))
    const token = new URLSearchParams(link.search || link.hash.slice(1)).get('token')
    const appealed = await act(scene.other, 'POST', '/api/appeals', { token, words: 'Mine.' })
    expect(appealed.ok(), await appealed.text()).toBe(true)
    const title = `Buy wax ${scene.other.account.username}`
    return verdict(title, '?list=appealed', /^Reverse/, 'Send reply', /appeal$/)
  },
  suspend: async ({ other }) => {
    const { username } = other.account
    const dialog = (page: Page) => page.getByRole('dialog', { name: `Suspend ${username}?` })
    return {
      open: async (page) => {
        await (await openRow(page, other)).getByRole('button', { name: 'Suspend' }).click()
        await expect(dialog(page)).toBeVisible()
      },
      fields: (page) => [[dialog(page).getByRole('textbox', { name: 'Reason' }), HOSTILE]],
      send: (page) => dialog(page).getByRole('button', { name: 'Suspend' }),
      request: ['PUT', /suspension$/],
      done: succeeded,
    }
  },
  'let in again': async ({ page: first, other }) => {
    const user_id = await fetchUserId(other.request)
    const reason = 'Threats.'
    const done = await act(first, 'PUT', `/api/moderation/people/${user_id}/suspension`, { reason })
    expect(done.ok(), await done.text()).toBe(true)
    return {
      open: async (page) => void (await openRow(page, other)),
      fields: () => [],
      send: (page) => findRow(page, other.account.username).getByRole('button', { name: 'Lift suspension' }),
      request: ['DELETE', /suspension$/],
      done: succeeded,
    }
  },
  'write an ad': () => {
    const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create ad' })
    return {
      open: async (page) => {
        await page.goto('/admin?list=ads')
        await button(page, 'Create ad').click()
        await expect(dialog(page)).toBeVisible()
      },
      fields: (page) => [
        [dialog(page).getByLabel('Title'), HOSTILE_NAME],
        [dialog(page).getByLabel('Text'), 'Decks, wax and coffee.'],
        [dialog(page).getByLabel('Link'), 'https://lot12.example/'],
      ],
      choose: async (page) => {
        const town = dialog(page).getByLabel('Town', { exact: true })
        if (!(await town.isVisible())) return
        await town.fill('Ushuaia')
        await dialog(page)
          .getByRole('button', { name: /^Ushuaia/ })
          .first()
          .click()
      },
      send: (page) => button(page, 'Save'),
      request: ['POST', /api\/ads$/],
      done: succeeded,
    }
  },
}
