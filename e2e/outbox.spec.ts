import type { Page } from '@playwright/test'
import { commentsOn } from './support/comments.ts'
import { addPost } from './support/posts.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, workerReady } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

/** A post that this device has seen, so that it opens without a network. */
const aSeenPost = async (page: Page, title: string) => {
  const spot = await shareSpot(page.request, { name: `Spot of ${title}`, ...aPoint() })
  const post = await addPost(page.request, spot.id, { title })
  await page.goto(`/post/${post.id}`)
  await workerReady(page)
  await page.reload()
  await stored(page, `/api/posts/${post.id}`)
  await expect(page.getByText(title).first()).toBeVisible()
  return post
}

test('comments that are written without a network wait, also when the page is closed, and arrive once each', async ({
  page,
  context,
  member: _,
}) => {
  const post = await aSeenPost(page, 'Bridge line')
  const item = { post_id: post.id, media_index: 0 }
  const say = async (text: string) => {
    await page.getByPlaceholder('Add a comment...').fill(text)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Waits for the network')
  }
  await context.setOffline(true)
  await say('Clean under the bridge')
  await say('And once more')
  expect(await commentsOn(page.request, item).catch(() => [])).toEqual([])
})
