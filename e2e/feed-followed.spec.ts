import { randomUUID } from 'node:crypto'
import { somebodyElse } from './support/people.ts'
import { addComment, addPost, findCard, openFeedAt, seekCard } from './support/posts.ts'
import { shareSpot } from './support/share.ts'
import { findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { fetchUserId } from './support/request-as-page.ts'

test('FEED-03 FEED-08 C-25 C-31 the followed feed shows only followed people, and a card opens the lightbox and returns', async ({
  page,
  browser,
  member: _,
}) => {
  const [maya, kofi] = [await somebodyElse(browser), await somebodyElse(browser)]
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(maya.page.request, { name: `Bank ${tag}` })
  const mayas = await addPost(maya.page.request, spot.id, { title: `Maya ${tag}` })
  await addPost(kofi.page.request, spot.id, { title: `Kofi ${tag}`, media_ids: [] })

  await openFeedAt(page, `Kofi ${tag}`)
  await page.getByRole('button', { name: 'Show posts from followed users only' }).click()
  await expect(page.getByText('No posts from users you follow yet.')).toBeVisible()

  await page.goto(`/user/${await fetchUserId(maya.page.request)}`)
  await page.getByRole('button', { name: /^Follow/ }).click()
  await expect(page.getByRole('button', { name: /^Following/ })).toBeVisible()
  await page.goto('/dashboard')
  const card = findCard(page, `Maya ${tag}`)
  await expect(card).toBeVisible()
  await expect(findCard(page, `Bank ${tag}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(findCard(page, `Kofi ${tag}`)).toHaveCount(0)

  await addComment(maya.page.request, mayas.id, 'Waxed this morning.')
  await expect(card.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await card.locator('.post-card_slide:not([inert])').getByRole('button').click()
  await expect(page).toHaveURL(`/dashboard?item=${mayas.id}.0`)
  const lightbox = findLightbox(page)
  await expect(lightbox.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await page.goBack()
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard')
  await expect(card).toBeInViewport()

  await page.getByRole('banner').getByRole('button', { name: 'Show all posts' }).click()
  // Other journeys add posts in the meantime, which can move this one to where cards aren't rendered yet.
  await expect(await seekCard(page, `Kofi ${tag}`)).toBeVisible()
  for (const { context } of [maya, kofi]) await context.close()
})
