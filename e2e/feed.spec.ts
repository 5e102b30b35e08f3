import { readFileSync } from 'node:fs'
import { expectAccessible } from './support/axe.ts'
import { addComment, addPost, cardOf, likeItem, openFeed, somebodyElse } from './support/posts.ts'
import { keepScreen } from './support/screens.ts'
import { aPhoto, realPhoto, shareSpot, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

const photos = (...names: string[]) =>
  Promise.all(
    names.map(async (name) => {
      const path = realPhoto(name)
      return path ? { name, mimeType: 'image/jpeg', buffer: readFileSync(path) } : aPhoto()
    }),
  )

test('FEED-01 FEED-04 FEED-05 POST-01 POST-02 POST-03 POST-05 POST-06 POST-07 a feed of cards', async ({
  page,
  browser,
  member,
}) => {
  const kofi = await somebodyElse(browser)
  const [first, second, third] = await photos('tanners_ridge.jpg', 'el_torcal_rocks.jpg', 'silver_fir.jpg')
  const media_ids = []
  for (const file of [first, second, third]) media_ids.push(await uploadFile(kofi.page.request, file))
  const spot = await shareSpot(kofi.page.request, {
    name: 'Granary Hubba',
    spot_types: ['stairs'],
    city: 'Alder Bay',
    state: 'CA',
    media_ids,
  })
  const words = await addPost(kofi.page.request, spot.id, {
    title: `Dry by seven ${member.username}`,
    content: 'Go before the office crowd and bring wax.',
    media_ids: [],
  })
  const { items } = await (await kofi.page.request.get('/api/posts')).json()
  const made = items.find(
    (post: { spot_id: string; kind: string }) => post.spot_id === spot.id && post.kind === 'spot',
  )
  await likeItem(kofi.page.request, { post_id: made.id, media_index: 1 })
  await addComment(kofi.page.request, made.id, 'That gap is bigger than it looks.')

  await openFeed(page)
  await expect(page).toHaveTitle('Dashboard · Nollie')
  await expect(page.getByRole('img', { name: 'Nollie' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute('href', '/profile')
  const text = cardOf(page, words.title)
  await expect(text).toContainText('Go before the office crowd and bring wax.')
  await expect(text.getByRole('img')).toHaveCount(0)
  const card = page.getByRole('article').filter({ has: page.locator(`#post-${made.id}`) })
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByRole('link', { name: kofi.account.username })).toHaveAttribute(
    'href',
    `/user/${made.user_id}`,
  )
  await expect(card.locator('time')).toHaveText(/ago$/)
  await expect(card.getByRole('link', { name: 'Granary Hubba Alder Bay, CA' })).toHaveAttribute(
    'href',
    `/spot/${spot.id}`,
  )
  const photo = card.getByRole('img', { name: /^Photo 1 of 3/ })
  await expect(photo).toHaveAttribute('src', made.media[0].media.url)
  await expect(photo).toHaveAttribute('data-loaded', '')
  await expect(card.getByText('1 / 3')).toBeVisible()
  await expect(card.getByRole('button', { name: '0 likes, show who' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await expectAccessible(page)
  await keepScreen(page, 'dashboard-feed')

  await card.getByRole('button', { name: 'Next photo or video' }).click({ force: true })
  await expect(card.getByText('2 / 3')).toBeVisible()
  await expect(card.getByRole('button', { name: '1 like, show who' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comments, 0' })).toBeVisible()
  await keepScreen(page, 'dashboard-feed-second')

  await card.getByRole('link', { name: /Granary Hubba/ }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await kofi.page.context().close()
})
