import { expect, test, vi } from 'vitest'
import { parseLinkPreview, readLinkPreview } from './link-preview.ts'

const ID = '0198c1f2-1111-7222-8333-444455556666'
const OTHER = '0198c1f2-9999-7222-8333-444455556666'

function tags(image: string) {
  return { image, title: 'Noon session', description: 'Maya at Pier Ledge' }
}

function buildImage(kind: string, id = ID) {
  return `https://nollie.example/previews/${kind}/${id}.jpg?v=0a1b2c3d`
}

test.for([
  ['posts', `/post/${ID}`],
  ['posts', `/post/${ID}?comments=1`],
  ['people', `/user/${ID}`],
  ['people', `/user/${ID}/spots`],
] as const)('shows the preview in %s of the link %s', ([kind, next]) => {
  expect(parseLinkPreview(next, tags(buildImage(kind)))).toEqual({
    image: `/previews/${kind}/${ID}.jpg?v=0a1b2c3d`,
    title: 'Noon session',
    text: 'Maya at Pier Ledge',
  })
})

test('shows no preview of another page, or without the author’s permission', () => {
  const own = tags(buildImage('posts'))
  for (const next of [
    `/post/${OTHER}`,
    `/user/${ID}`,
    '/messages',
    '/dashboard',
    `/post/${ID}0`,
    '/post/abc',
  ])
    expect(parseLinkPreview(next, own), next).toBeNull()
  // Without the author's permission, all posts get the same image from the server.
  for (const image of ['https://nollie.example/previews/post.jpg', 'nowhere', ''])
    expect(parseLinkPreview(`/post/${ID}`, tags(image)), image).toBeNull()
  expect(parseLinkPreview(`/post/${ID}`, { image: null, title: null, description: null })).toBeNull()
})

test('after a reload, when the document describes another page, the preview is still there', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
  const describe = (image: string) =>
    vi.stubGlobal('document', {
      querySelector: (tag: string) => ({
        getAttribute: () => (tag.includes('image') ? image : 'Noon session'),
      }),
    })
  const next = `/post/${ID}`
  describe(buildImage('posts'))
  const preview = readLinkPreview(next)
  expect(preview?.title).toBe('Noon session')
  describe('https://nollie.example/preview.jpg')
  expect(readLinkPreview(next)).toEqual(preview)
  expect(readLinkPreview(`/post/${OTHER}`)).toBeNull()
})
