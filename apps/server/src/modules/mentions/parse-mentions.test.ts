import { expect, test } from 'vitest'
import { MAX_MENTIONS, parseNames } from './parse-mentions.ts'

test('a mention is an @ with a username, but not in an email address or inside a word', () => {
  expect(parseNames('@Ada, have you seen @ben_2? (@cleo.k) @ada again')).toEqual(['ada', 'ben_2', 'cleo.k'])
  expect(parseNames('mail ada@example.com or @@ada, x@y, @ab, https://x.example/@ada, @ädá @')).toEqual([])
  expect(parseNames(`@${'x'.repeat(31)}`)).toEqual([])
})

test.for([
  ['@benさん', ['ben']],
  ['で@benさん', ['ben']],
  ['ありがとう@ben！', ['ben']],
  ['感谢@ben，', ['ben']],
  ['谢谢@ben和@ada_1。', ['ben', 'ada_1']],
  ['고마워@ben님', ['ben']],
  ['ขอบคุณ@benครับ', ['ben']],
  ['شكرا@ben', ['ben']],
  ['-@ben', ['ben']],
  ['info@ben', []],
  ['_@ben', []],
  ['1@ben', []],
  ['で@ben@ada', []],
  ['@ベン', []],
  ['明日、@mika.kとパークで', ['mika.k']],
  ['さすが@yuki_07！！次は@ren', ['yuki_07', 'ren']],
  ['พรุ่งนี้เจอ@somchai99ที่ลานสเก็ตนะ', ['somchai99']],
  ['「@sora.t」「@hana」にも', ['sora.t', 'hana']],
  ['和＠li_wei说过', ['li_wei']],
  ['ken＠example', []],
  ['＠＠ben', []],
  ['拍摄：@zhang.ming。', ['zhang.ming']],
  ['내일@minji_k랑@jun', ['minji_k', 'jun']],
] as const)('a mention needs no spaces around it: %s', ([text, names]) => {
  expect(parseNames(text)).toEqual(names)
})

test('at the end of a sentence the name is tried with and without its dots', () => {
  expect(parseNames('Thanks @ada.')).toEqual(['ada.', 'ada'])
  expect(parseNames('Thanks @ada...')).toEqual(['ada...', 'ada'])
})

test('a text can mention ten people at most', () => {
  const many = Array.from({ length: 30 }, (_, n) => `@skater${n}`).join(' ')
  expect(parseNames(many)).toHaveLength(MAX_MENTIONS)
})

test('C7 parses a text made to be slow immediately', () => {
  expect(parseNames(`${'@'.repeat(50_000)}${'@a.'.repeat(20_000)}`)).toEqual([])
})
