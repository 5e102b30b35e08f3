import { expect, test } from 'vitest'
import { findCacheName } from './response-cache.ts'

test.for([
  '/api/spots/01a2034e-b453-7350-9e30-8a53d3f60284/conditions',
  '/api/spots/01a2034e-b453-7350-9e30-8a53d3f60284/meetups',
  '/api/meetups/01a2034e-b453-7350-9e30-8a53d3f60284',
  '/api/account',
])('a device never stores the answer of %s', (path) => {
  expect(findCacheName(path)).toBeNull()
})

test.for(['/api/spots/01a2034e-b453-7350-9e30-8a53d3f60284', '/api/posts', '/media/abc/400.webp'])(
  'a device stores the answer of %s for times without a network',
  (path) => {
    expect(findCacheName(path)).not.toBeNull()
  },
)
