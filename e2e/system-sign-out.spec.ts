import { randomUUID } from 'node:crypto'
import { makeAccount, signInAs } from './support/accounts.ts'
import { act } from './support/comments.ts'
import { everythingStored, whereStored } from './support/device.ts'
import { HOSTILE, HOSTILE_NAME } from './support/forms.ts'
import { FORMS_OF_MEMBERS } from './support/forms-of-members.ts'
import { FORMS_OF_MODERATORS } from './support/forms-of-moderators.ts'
import { outboxReady } from './support/device-outbox.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { makeAdmin, somebody } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { openSection } from './support/settings.ts'
import { chooser } from './support/share-form.ts'
import { aPhoto, aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, workerReady } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

/** Parts of the texts typed into forms, chosen so that they're found in any encoding. */
const TYPED = ['Ledge</b>', 'Ada</b>', HOSTILE, HOSTILE_NAME]

test('signing out asks first, and leaves no typed or cached data in any storage or tab', async ({
  page,
  context,
  member,
  browser,
}) => {
  await makeAdmin(member)
  const seen = `seen-${randomUUID().slice(0, 8)}`
  const other = await somebody(browser)
  const spot = await shareSpot(other.request, { name: `Spot ${seen}`, ...aPoint() })
  await addPost(other.request, spot.id, { title: `Line ${seen}` })
  const [me, them] = [await fetchUserId(page.request), await fetchUserId(other.request)]
  await act(other, 'POST', `/api/messages/with/${me}`, { content: `Words ${seen}` })
  const { items } = await (await other.request.get(`/api/spots/${spot.id}/media`)).json()
  const scene = { page, member, other, spot: { id: spot.id, post_id: items[0].post_id as string } }

  await page.goto('/dashboard')
  await workerReady(page)
  for (const path of ['/dashboard', '/messages', `/messages/with/${them}`, '/profile', '/spots'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
    })
  await page.goto(`/messages/with/${them}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('textbox', { name: /^Message / }).fill(HOSTILE)
  await page.goto(`/spots/${spot.id}`)
  await stored(page, `/api/spots/${spot.id}`)

  for (const [name, make] of Object.entries({ ...FORMS_OF_MEMBERS, ...FORMS_OF_MODERATORS }))
    await test.step(name, async () => {
      const form = await make(scene)
      if (form.fields(page).length === 0) return
      await form.open(page)
      await form.choose?.(page)
      for (const [field, text] of form.fields(page)) await field.fill(text)
    })
  await page.goto('/share-content')
  await chooser(page).setInputFiles(await aPhoto())
  await expect.poll(() => whereStored(page, [`${me}/`, `${me}:`])).toContain('IndexedDB nollie.uploads')
  // Data on this device that belongs to another person, whose session expired.
  const friend = randomUUID()
  await page.evaluate((id) => localStorage.setItem(`nollie.content.${id}`, '{"draft":{}}'), friend)
  const before = await whereStored(page, [...TYPED, seen, me])
  for (const where of ['localStorage nollie.messages', 'cache seen-answers', 'IndexedDB nollie.uploads'])
    expect(before.join('\n')).toContain(where)

  const second = await context.newPage()
  await second.goto('/community')
  await second.evaluate(() => sessionStorage.setItem('nollie.visitor-comment.x', '"Ledge</b>"'))
  await page.goto('/settings')
  await outboxReady(page)
  const signOut = page.getByRole('button', { name: 'Sign Out', exact: true }).first()
  await signOut.click()
  const question = page.getByRole('dialog', { name: 'You have unfinished drafts' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await whereStored(page, TYPED)).not.toEqual([])
  await signOut.click()
  await question.getByRole('button', { name: 'Sign out and delete' }).click()
  await page.waitForURL('/auth')
  await expect(second).toHaveURL(/\/auth/)
  // Signing out reloads the page, which may interrupt reading its storage.
  for (const tab of [page, second])
    await expect(async () => {
      expect(await whereStored(tab, [...TYPED, seen, me, member.username, member.email])).toEqual([])
    }).toPass()
  expect(await whereStored(page, [friend])).toEqual([`localStorage nollie.content.${friend}`])

  // Going back doesn't restore the previous page from the browser's memory either.
  await page.goBack()
  await expect(page).toHaveURL(/\/auth/)
  await other.context.close()
})

test('deleting the account leaves nothing on the device; an ended session restores everything', async ({
  page,
  context,
}) => {
  const member = await makeAccount()
  await signInAs(page, member)
  await page.goto('/share-content')
  await workerReady(page)
  const title = page.getByRole('form', { name: 'Share with everyone' }).getByLabel('Title')
  await title.fill('Half a thought')
  await stored(page, '/api/session')
  await context.clearCookies()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
  expect(await whereStored(page, ['Half a thought'])).not.toEqual([])
  await signInAs(page, member)
  await page.goto('/share-content')
  await expect(title).toHaveValue('Half a thought')

  const me = await fetchUserId(page.request)
  await openSection(page, 'leave')
  await page.getByRole('button', { name: 'Delete account...' }).click()
  const leave = page.getByRole('form', { name: 'Delete account' })
  await leave.getByRole('radio', { name: 'Keep my posts' }).check()
  await leave.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible()
  await expect.poll(() => whereStored(page, ['Half a thought', me, member.username])).toEqual([])
  const names = (await everythingStored(page)).map(({ where }) => where)
  expect(names.filter((where) => where.startsWith('cache '))).toEqual([])
})
