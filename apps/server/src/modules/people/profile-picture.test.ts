import { expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { aMediaItem } from '../../../test/makers/spots.ts'

async function get(who: Actor, url: string) {
  return who.send('GET', url)
}

async function profile(who: Actor, user_id = who.user_id) {
  return (await get(who, `/api/people/${user_id}`)).json()
}

let keys = 0

function addPicture(who: Actor, media_id: string) {
  keys += 1
  return who.send('POST', '/api/profile/pictures', { media_id }, { key: `picture-${keys}` })
}

test('API-68 PROF-25 a photo becomes the profile photo and a separate post, once per key', async ({
  app,
  ada,
}) => {
  const media_id = await aMediaItem(app.db, ada.user_id)
  const made = await addPicture(ada, media_id)
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ avatar_media_id: media_id })
  expect(made.json().avatar_url).toMatch(/^\/media\/[a-z2-7]{26}\/400\.webp$/)
  keys -= 1
  expect((await addPicture(ada, media_id)).json().avatar_media_id).toBe(media_id)
  const { items } = (await get(ada, `/api/people/${ada.user_id}/pictures`)).json()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    kind: 'profile_picture',
    title: 'Profile Picture',
    content: 'Updated profile picture',
    user: { avatar_url: made.json().avatar_url },
  })
})

test('C-10 DATA-18 P-08 a profile photo is liked and commented on like any other item', async ({
  ada,
  ben,
}) => {
  const picture_id = (await ben.listPictures(ada.user_id)).items[0]?.id ?? ''
  expect(await ben.likeMedia(picture_id, 0)).toMatchObject({ likes_count: 1 })
  await ben.addComment(picture_id, { content: 'Sharp.', media_index: 0 }, { key: 'on-a-picture' })

  expect((await ada.listLikes(picture_id, 0)).items).toMatchObject([{ user_id: ben.user_id }])
  const comments = await ada.listComments(picture_id, { media_index: 0 })
  expect(comments.items).toMatchObject([{ content: 'Sharp.' }])
  const [after] = (await ada.listPictures(ada.user_id)).items
  expect(after?.media[0]).toMatchObject({ likes_count: 1, comments_count: 1 })
})

test('refuses a video, another person’s photo, and a photo that is already used as profile photo, and writes nothing', async ({
  app,
  ada,
  ben,
}) => {
  const before = await profile(ada)
  const video = await aMediaItem(app.db, ada.user_id, { type: 'video' })
  expect((await addPicture(ada, video)).json().code).toBe('WRONG_TYPE')
  expect((await addPicture(ada, await aMediaItem(app.db, ben.user_id))).json().code).toBe('MEDIA_NOT_FOUND')
  expect((await addPicture(ada, before.avatar_media_id)).json().code).toBe('MEDIA_TAKEN')
  const { attached_at } = await app.db
    .selectFrom('media')
    .select('attached_at')
    .where('id', '=', video)
    .executeTakeFirstOrThrow()
  expect(attached_at).toBeNull()
  const { avatar_url, posts_count } = await profile(ada)
  expect({ avatar_url, posts_count }).toEqual({
    avatar_url: before.avatar_url,
    posts_count: before.posts_count,
  })
})

test('API-39 A7 PROF-03 the history has every profile photo by kind, newest first, and ignores a forged title', async ({
  app,
  ada,
  ben,
}) => {
  await aPost(app.db, ada.user_id, { title: 'Profile Picture' })
  const second = await aMediaItem(app.db, ada.user_id)
  await addPicture(ada, second)
  const { items } = (await get(ben, `/api/people/${ada.user_id}/pictures`)).json()
  expect(items).toHaveLength(2)
  expect(items[0].media[0].media.id).toBe(second)
})

test('MEDIA-22 MEDIA-23 API-30 one’s own earlier photo can be chosen again, others’ and other posts can’t', async ({
  app,
  ada,
  ben,
}) => {
  const { items } = (await get(ada, `/api/people/${ada.user_id}/pictures`)).json()
  const older = items[1]
  const choose = (post_id: string, who = ada) => who.send('PUT', '/api/profile/picture', { post_id })
  expect((await choose(older.id)).json().avatar_media_id).toBe(older.media[0].media.id)
  expect((await choose(older.id, ben)).json().code).toBe('POST_NOT_FOUND')
  expect((await choose(await aPost(app.db, ada.user_id))).json().code).toBe('POST_NOT_FOUND')
})

test('deleting its post removes the photo; removing the photo leaves the post', async ({ app, ada }) => {
  const { items } = (await get(ada, `/api/people/${ada.user_id}/pictures`)).json()
  const worn = items.find(
    (one: { media: { media: { id: string } }[] }) => one.media[0]?.media.id !== undefined,
  )
  await ada.choosePicture({ post_id: worn.id })
  const before = await app.db
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await ada.removePost(worn.id)
  const events = await app.db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('topic', '=', 'people')
    .where('id', '>', before.last)
    .execute()
  expect(events).toContainEqual({ name: 'person', data: { kind: 'profile', user_id: ada.user_id } })
  const without = await profile(ada)
  expect([without.avatar_url, without.avatar_media_id]).toEqual([null, null])
  await addPicture(ada, await aMediaItem(app.db, ada.user_id))
  const removed = await ada.removePicture()
  expect(removed.avatar_url).toBeNull()
  expect((await ada.listPictures(ada.user_id)).items).toHaveLength(2)
})
