import type { Notification } from '@nollie/contract'
import { expect, test } from 'vitest'
import { readCatalogue, say } from '../../../vite/texts.ts'
import { buildLink, describeNotification, NAMES } from './notification-text.ts'

const photo = { type: 'image' } as NonNullable<Notification['post']>['media']
const curb = { id: 'spot-1', name: 'Red Curb Lot' }
const post = { user_id: 'me', title: 'Two lines', media: photo, spot: curb }
const comment = { id: 'comment-1', parent_comment_id: null, content: 'Is the drain still there?' }

function notification(type: Notification['type'], more: Partial<Notification> = {}): Notification {
  return {
    id: 'notification-1',
    user_id: 'me',
    type,
    from_user_id: 'ada',
    actors: [],
    actors_count: 1,
    following: null,
    post_id: null,
    media_index: 0,
    post: null,
    comment: null,
    discussion: null,
    spot: null,
    spots_count: 0,
    list: null,
    area: null,
    spot_state: null,
    crew: null,
    meetup: null,
    report: null,
    thread_id: null,
    created_at: '2026-03-01T10:00:00.000Z',
    read_at: null,
    ...more,
  }
}

const onPost = { post_id: 'post-1', media_index: 2, post }

test('NOTIF-05 a like names its target and the spot, and links to the item', () => {
  expect(describeNotification(notification('like', onPost)).text).toBe(
    '<names> liked your photo at Red Curb Lot',
  )
  expect(buildLink(notification('like', onPost))).toEqual({
    kind: 'item',
    post_id: 'post-1',
    media_index: 2,
    comments: false,
  })
  const onText = { ...onPost, post: { ...post, media: null, spot: null } }
  expect(describeNotification(notification('like', onText)).text).toBe('<names> liked your post')
  expect(buildLink(notification('like', onText))).toEqual({ kind: 'path', path: '/post/post-1' })
  const quoted = notification('comment', { ...onText, comment })
  expect(buildLink(quoted)).toEqual({ kind: 'path', path: '/post/post-1?comments=1' })
})

test('NOTIF-06 comments, replies and mentions are quoted and link to the comments of the item', () => {
  const quoted = { ...onPost, comment }
  const of = (type: Notification['type'], more: Partial<Notification> = {}) =>
    describeNotification(notification(type, { ...quoted, ...more }))
  expect(of('comment')).toEqual({ text: '<names> commented:', quote: comment.content })
  expect(of('comment', { actors_count: 3 })).toEqual({
    text: '<names> commented on your photo at Red Curb Lot',
    quote: comment.content,
  })
  expect(of('comment_reply').text).toBe('<names> replied to you:')
  expect(of('comment_reply', { actors_count: 2 }).text).toBe('<names> replied to your comment')
  expect(of('comment_like').text).toBe('<names> liked your comment on Red Curb Lot')
  expect(of('mention').text).toBe('<names> mentioned you:')
  expect(of('mention', { comment: null })).toEqual({
    text: '<names> mentioned you in Two lines',
    quote: null,
  })
  expect(buildLink(notification('comment', quoted))).toMatchObject({ kind: 'item', comments: true })
  expect(buildLink(notification('mention', onPost))).toMatchObject({ kind: 'item', comments: false })
})

test('NOTIF-06 a mention in a discussion names or quotes it, and links to it', () => {
  const discussion = { id: 'discussion-1', title: 'Wax' }
  const begun = notification('mention', { discussion })
  expect(describeNotification(begun)).toEqual({ text: '<names> mentioned you in Wax', quote: null })
  const quoted = notification('mention', { discussion, comment })
  expect(describeNotification(quoted)).toEqual({ text: '<names> mentioned you:', quote: comment.content })
  for (const line of [begun, quoted])
    expect(buildLink(line)).toEqual({ kind: 'path', path: '/community/discussion-1' })
})

test('a comment in a discussion notifies its author, quotes the comment and links to it', () => {
  const discussion = { id: 'discussion-1', title: 'Wax' }
  const line = notification('discussion_comment', { discussion, comment })
  expect(describeNotification(line)).toEqual({ text: '<names> replied in Wax:', quote: comment.content })
  expect(describeNotification({ ...line, actors_count: 2 })).toEqual({
    text: '<names> replied in Wax',
    quote: comment.content,
  })
  expect(buildLink(line)).toEqual({ kind: 'path', path: '/community/discussion-1' })
})

test('the verb agrees with the number of people in each language', () => {
  const texts = readCatalogue('fr')
  const liked = texts.get('notifications_liked')
  if (!liked) throw new Error('no text')
  const inputs = { names: NAMES, target: 'photo' }
  expect(say('fr', liked, { ...inputs, count: 1 })).toBe('<names> a aimé ta photo')
  expect(say('fr', liked, { ...inputs, count: 4 })).toBe('<names> ont aimé ta photo')
})

test('NOTIF-07 a follow links to the follower, and several follows to all followers', () => {
  expect(describeNotification(notification('follow')).text).toBe('<names> started following you')
  expect(buildLink(notification('follow'))).toEqual({ kind: 'path', path: '/user/ada' })
  expect(buildLink(notification('follow', { actors_count: 4 }))).toEqual({
    kind: 'path',
    path: '/profile/followers',
  })
})

test('a message request links to its conversation', () => {
  expect(buildLink(notification('message_request', { thread_id: 'thread-1' }))).toEqual({
    kind: 'path',
    path: '/messages/thread-1',
  })
})

test('an account recovery attempt links to the settings, where it can be stopped', () => {
  const house = { from_user_id: null, actors_count: 0 }
  expect(describeNotification(notification('account_recovery', house)).text).toMatch(
    /^Someone asked for access to/,
  )
  expect(buildLink(notification('account_recovery', house))).toEqual({
    kind: 'path',
    path: '/settings#two-step',
  })
})

test('NOTIF-04 an operator notification has no names, and no link if its target was deleted', () => {
  const house = { from_user_id: null, actors_count: 0 }
  expect(describeNotification(notification('spot_removed', { ...house, spot: curb })).text).toMatch(
    /^Red Curb Lot was removed/,
  )
  expect(buildLink(notification('spot_removed', { ...house, spot: curb }))).toBeNull()
  const report = { case_id: 'case-1', kind: 'user', status: 'closed', action: 'keep' } as const
  expect(describeNotification(notification('report_outcome', { ...house, report })).text).toMatch(
    /^We reviewed your report about a person/,
  )
  expect(buildLink(notification('report_outcome', { ...house, report }))).toBeNull()
})

test('the outcome of a report names the decision', () => {
  const outcome = (action: NonNullable<Notification['report']>['action'], kind: 'post' | 'user' = 'post') =>
    describeNotification(
      notification('report_outcome', { report: { case_id: 'case-1', kind, status: 'closed', action } }),
    ).text
  expect(outcome('remove')).toBe(
    'We reviewed your report about a post. It was removed. Thanks for looking out for others.',
  )
  expect(outcome('hide')).toContain('It’s hidden now.')
  expect(outcome('suspend', 'user')).toContain('The member was suspended.')
  expect(outcome('warn', 'user')).toContain('The member was warned.')
  expect(outcome('keep')).toContain('No action was taken.')
  expect(outcome(null)).toBe('We reviewed your report about a post. Thanks for looking out for others.')
})

test('an invitation names the crew and links to the list, because its page is not accessible yet', () => {
  const invitation = notification('crew_invitation', { crew: { id: 'crew-1', name: 'Curb Club' } })
  expect(describeNotification(invitation).text).toBe('<names> invited you to Curb Club')
  expect(buildLink(invitation)).toEqual({ kind: 'path', path: '/crews' })
})

test('spots that others added to a crew list are grouped in one row that links to the list', () => {
  const list = { id: 'list-1', name: 'Sunday' }
  const one = notification('list_spots', { from_user_id: null, list, spot: curb, spots_count: 1 })
  expect(describeNotification(one).text).toBe('Added to Sunday: Red Curb Lot')
  expect(describeNotification({ ...one, spots_count: 3 }).text).toBe(
    'Added to Sunday: Red Curb Lot and 2 more',
  )
  expect(buildLink(one)).toEqual({ kind: 'path', path: '/lists/list-1' })
  expect(buildLink({ ...one, list: null })).toBeNull()
})

test('names that are read from right to left don’t move the text around them', () => {
  const name = 'ساحة 12!'
  const isolated = `\u2068${name}\u2069`
  const spot = { ...curb, name }
  const of = (type: Notification['type'], more: Partial<Notification>) =>
    describeNotification(notification(type, more)).text
  expect(of('like', { ...onPost, post: { ...post, spot } })).toBe(`<names> liked your photo at ${isolated}`)
  expect(of('spot_merged', { spot })).toContain(isolated)
  expect(of('discussion_comment', { discussion: { id: 'discussion-1', title: name } })).toContain(isolated)
  expect(of('crew_invitation', { crew: { id: 'crew-1', name } })).toContain(isolated)
})
