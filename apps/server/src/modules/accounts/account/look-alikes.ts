// Each row has a Latin letter (i also stands for l) and the characters that look like it in upper or lower case.
// Unicode normalization already handles full-width, circled, bold, and small letters.
const ROWS: readonly (readonly [letter: string, lookAlikes: string])[] = [
  ['a', '4@АаΑαɑᴀꓮᎪ'],
  ['b', 'ВвΒЬьʙꓐᏴ'],
  ['c', 'СсϹϲᴄꓚᏟ'],
  ['d', 'ԁᴅđĐꓓᎠ'],
  ['e', '3€ЕеΕεєЄᴇꓰᎬɛ'],
  ['f', 'ƒϜꓝꜰ'],
  ['g', 'ɡɢԌꓖᏀ'],
  ['h', 'НнΗһʜꓧᎻ'],
  ['i', 'l1!|ІіΙιӀӏıɪʟłŁǀΪϊЇїꓲꓡᏞ'],
  ['j', 'ЈјᴊꓙᎫ'],
  ['k', 'КкΚκᴋꓗᏦ'],
  ['m', 'МмΜᴍꓟᎷ'],
  ['n', 'ΝηПпՈոɴꓠИи'],
  ['o', '0ОоΟοσӨөΘθøØᴏօՕꓳ'],
  ['p', 'РрΡρᴘꓑᏢ'],
  ['q', 'ԛԚ'],
  ['r', 'ГгʀꓣᎡ'],
  ['s', '5$ЅѕꜱꓢᏚՏ'],
  ['t', '7ТтΤτᴛꓔᎢ'],
  ['u', 'υᴜꓴՍսμ'],
  ['v', 'νѴѵᴠꓦᏙ'],
  ['w', 'ԜԝωᴡꓪᎳ'],
  ['x', 'ХхΧχꓫ'],
  ['y', 'УуΥγʏүҮꓬ'],
  ['z', 'ΖᴢꓜᏃ'],
]

const LETTERS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([letter, lookAlikes]) => Array.from(lookAlikes, (sign): [string, string] => [sign, letter])),
)

// Regional indicators (displayed as flags) and white letters on black squares and circles can also spell words.
const SPELLING_SIGNS: readonly (readonly [first: number, last: number])[] = [
  [0x1f1e6, 0x1f1ff],
  [0x1f150, 0x1f169],
  [0x1f170, 0x1f189],
]

function toLetter(sign: string): string {
  const known = LETTERS.get(sign)
  if (known) return known
  const code = sign.codePointAt(0) ?? 0
  const [first] = SPELLING_SIGNS.find(([from, to]) => code >= from && code <= to) ?? []
  const lower = first === undefined ? sign.toLowerCase() : String.fromCharCode(97 + code - first)
  return LETTERS.get(lower) ?? lower
}

/**
 * Converts a string to what readers see, in plain lower case. Look-alikes, digits, and symbols become the letters they
 * resemble, `rn` becomes m, and `vv` becomes w. Accents and invisible characters are removed. Use the result only for
 * comparing converted strings.
 */
export function readAs(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\u{115f}\u{1160}\u{3164}]/gu, '')
  return Array.from(visible, toLetter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ci', 'd')
}
