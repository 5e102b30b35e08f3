import { expect, test } from 'vitest'
import { GIVEN_TITLE, giveTitle } from './given-title.ts'

function media(photos: number, videos: number) {
  return [
    ...Array.from({ length: photos }, () => ({ type: 'image' as const })),
    ...Array.from({ length: videos }, () => ({ type: 'video' as const })),
  ]
}

test.for([
  [1, 0, 'Added 1 photo(s)'],
  [0, 2, 'Added 2 video(s)'],
  [2, 1, 'Added 2 photo(s) and 1 video(s)'],
] as const)('%i photos and %i videos result in a title that is recognized', ([photos, videos, title]) => {
  expect(giveTitle(media(photos, videos))).toBe(title)
  const [, ...counts] = GIVEN_TITLE.exec(title) ?? []
  expect(counts.map((count) => Number(count ?? 0))).toEqual([photos, videos])
})
