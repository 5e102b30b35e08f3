import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { seekCard } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, ready } from './support/share-form.ts'
import { aPhoto, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function form(page: Page) {
  return page.getByRole('form', { name: 'Share with everyone' })
}

function share(page: Page) {
  return form(page).getByRole('button', { name: 'Share', exact: true })
}

function sent(page: Page) {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/content'))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

test('CONTENT-08 shows that the list is loading, and that nothing has been shared yet', async ({
  page,
  member: _,
}) => {
  let answer = () => {}
  const wanted = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/posts?*', async (route) => {
    await wanted
    await route.fulfill({ json: { items: [], next_cursor: null } })
  })
  await page.goto('/share-content')
  await expect(page.getByText('Loading posts...')).toBeVisible()
  answer()
  await expect(page.getByText('No posts yet. Be the first to share!')).toBeVisible()
})

test('CONTENT-01 CONTENT-02 CONTENT-04 CONTENT-06 CONTENT-07 CONTENT-09 ROUTE-18 C-20 G-45 text, a link and a photo are shared and appear in the list below', {
  tag: '@smoke',
}, async ({ page, member }) => {
  const bodies = sent(page)
  await page.goto('/share-content')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Content')
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/dashboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const hrefs = await links.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs.filter((href) => href !== '/')).toEqual([
    '/dashboard',
    '/spots',
    '/share-spot',
    '/share-content',
    '/profile',
  ])
  await page.getByPlaceholder("What's happening?").fill('  Rain stops at four  ')
  const text = page.getByPlaceholder('Share your thoughts...')
  await expect(text).toHaveAttribute('rows', '3')
  await text.fill('   ')
  await expectAccessible(page)
  await saveScreenshot(page, 'share-content')
  await share(page).dblclick()
  await expect(findToast(page)).toContainText(/Success.*Post created successfully!/s)
  const first = page.getByRole('article').filter({ hasText: 'Rain stops at four' })
  await expect(first).toBeVisible()
  expect(bodies).toEqual([
    {
      title: 'Rain stops at four',
      content: null,
      photo_url: null,
      video_url: null,
      spot_id: null,
      media_ids: [],
    },
  ])
  await expect(page.getByPlaceholder("What's happening?")).toHaveValue('')

  await expect(page.getByText('It’s shown as a link')).toBeVisible()
  await page.getByPlaceholder("What's happening?").fill('New ledge')
  await text.fill(`With @${member.username}, see https://city.example/parks.`)
  await page.getByLabel('Photo URL (optional)').fill('https://example.com/ledge.jpg')
  await chooser(page).setInputFiles([await aPhoto()])
  await expect(ready(page)).toHaveCount(1)
  await share(page).click()
  const second = page.getByRole('article').filter({ hasText: 'New ledge' })
  const link = second.getByRole('link', { name: 'Photo on example.com' })
  await expect(link).toHaveAttribute('href', 'https://example.com/ledge.jpg')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(second.getByRole('img').first()).toBeVisible()
  const address = second.getByRole('link', { name: 'https://city.example/parks', exact: true })
  await expect(address).toHaveAttribute('href', 'https://city.example/parks')
  await expect(address).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  const name = second.getByRole('link', { name: `@${member.username}` })
  await expect(name).toHaveAttribute('href', `/user/${await fetchUserId(page.request)}`)
  await expectAccessible(page)
})

test('CONTENT-03 CONTENT-05 ERR-04 C-34 C-35 COMM-16 refusals and failures show an error and the values stay, even after a reload; a lost response makes no second post', async ({
  page,
  member,
}) => {
  // A unique title, because all journeys share one list, and an earlier try may have posted to it.
  const name = `Twice? ${member.username}`
  const bodies = sent(page)
  await shareSpot(page.request)
  await page.clock.install()
  await page.goto('/share-content')
  await share(page).click()
  await expect(findToast(page)).toContainText(/Error.*Please fill in the title/s)
  expect(bodies).toEqual([])
  const title = page.getByPlaceholder("What's happening?")
  await title.fill(name)
  await page.getByLabel('Photo URL (optional)').fill('javascript:alert(1)')
  await share(page).click()
  await expect(findToast(page)).toContainText('Enter a photo link that starts with https://')
  await page.getByLabel('Photo URL (optional)').fill('')
  await page.route('**/api/content', (route) => route.fulfill({ status: 500, body: '{}' }))
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Failed to create post: '))
  await share(page).click()
  await afterRetries(page, findToast(page).getByText('Failed to create post', { exact: true }))
  await logged
  await expect(findToast(page)).toContainText(/Error.*Failed to create post/s)
  await page.unroute('**/api/content')
  await page.reload()
  await expect(title).toHaveValue(name)
  await expect(page.getByText('Your draft is back.')).toBeVisible()
  let lost = 0
  await page.route('**/api/content', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await share(page).click()
  await expect(findToast(page)).toContainText('Post created successfully!')
  await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(1)
  await page.reload()
  // Other journeys post in the meantime, and cards far below aren't rendered.
  const card = await seekCard(page, name)
  await expect(card).toHaveCount(1)
  await page.route('**/api/posts/*/comments', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await card.getByRole('button', { name: 'Comments, 0' }).click()
  await card.getByPlaceholder('Add a comment...').fill('Once.')
  await card.getByRole('button', { name: 'Post', exact: true }).click()
  await afterRetries(page, findToast(page).getByText('Failed to add comment', { exact: true }))
})
