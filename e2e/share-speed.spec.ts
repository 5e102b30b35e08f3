import { countPosts, holdRequests } from './support/hold-requests.ts'
import { choosePhotos, fillForm, openForm, ready, spotsAt, submit } from './support/share-form.ts'
import { expect, test } from './support/test.ts'

const NEARBY = /\/api\/spots\/nearby/

test('going back while Share waits shares nothing, and the text is still there', async ({
  page,
  member: _,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Share Spot' }).click()
  await expect(page.getByRole('heading', { name: 'Share a New Spot' })).toBeVisible()
  await choosePhotos(page)
  const posts = countPosts(page)
  const nearby = await holdRequests(page, 'GET', NEARBY)
  const point = await fillForm(page, 'Left early')
  await submit(page).click()
  await expect(submit(page)).toHaveText('Sharing Spot...')
  await page.goBack()
  await expect(page).not.toHaveURL('/share-spot')
  await expect(submit(page)).toHaveCount(0)
  const answered = Promise.all(nearby.requests.map((request) => request.response()))
  nearby.release()
  await answered
  await page.goForward()
  await expect(page.getByLabel('Spot name')).toHaveValue('Left early')
  await expect(submit(page)).toHaveText('Share Spot')
  await page.reload()
  await expect(page.getByLabel('Spot name')).toHaveValue('Left early')
  expect(posts.count).toBe(0)
  expect(await spotsAt(page, point)).toEqual([])
})

test('Enter twice in the name of a complete form shares one spot', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  await openForm(page)
  await choosePhotos(page)
  const point = await fillForm(page, 'Two Enters')
  await expect(ready(page)).toHaveCount(1)
  const posts = countPosts(page)
  const sent = await holdRequests(page, 'POST', /\/api\/spots$/)
  await page.getByLabel('Spot name').press('Enter')
  await page.getByLabel('Spot name').press('Enter')
  sent.release()
  await expect(page).toHaveURL('/dashboard')
  expect(posts.count).toBe(1)
  expect(await spotsAt(page, point)).toHaveLength(1)
})
